import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/payouts/pages/${name}`;

/** Inside the dashboard's frame. */
export const payoutDashboardRoutes: RouteConfigEntry[] = [route('dashboard/payouts/account', page('account.tsx'))];
