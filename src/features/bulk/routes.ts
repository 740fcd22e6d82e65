import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/bulk/pages/${name}`;

/** Rendered inside the dashboard's frame. */
export const bulkDashboardRoutes: RouteConfigEntry[] = [
  route('dashboard/listings/bulk', page('new-change.tsx')),
  route('dashboard/listings/bulk/:id', page('change.tsx')),
  route('dashboard/listings/rules', page('rules.tsx')),
  route('dashboard/listings/rules/:id', page('rule.tsx')),
];
