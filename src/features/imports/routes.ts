import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/imports/pages/${name}`;

export const importRoutes: RouteConfigEntry[] = [route('listings/import/file', page('file.ts'))];

/** Rendered inside the dashboard's frame. */
export const importDashboardRoutes: RouteConfigEntry[] = [
  route('listings/import', page('new-import.tsx')),
  route('listings/import/:id', page('import.tsx')),
];
