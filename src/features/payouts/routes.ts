import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/payouts/pages/${name}`;

/** Stands inside the dashboard's frame. */
export const payoutDashboardRoutes: RouteConfigEntry[] = [
  route('dashboard/payouts/statements', page('statements.tsx')),
];
