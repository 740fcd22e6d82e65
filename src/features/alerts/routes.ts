import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/alerts/pages/${name}`;

export const alertRoutes: RouteConfigEntry[] = [
  route('follows', page('follows.ts')),
  route('price-alerts', page('price-alerts.ts')),
];

/** Rendered inside the dashboard's frame. */
export const alertDashboardRoutes: RouteConfigEntry[] = [
  route('saved-searches', page('saved-searches.tsx')),
  route('saved-searches/new', page('save-search.tsx')),
  route('saved-searches/:id', page('edit-search.tsx')),
];
