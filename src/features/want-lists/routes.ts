import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/want-lists/pages/${name}`;

export const listRoutes: RouteConfigEntry[] = [
  route('want-lists/:id', page('list.tsx')),
  route('want-lists/:id/file', page('file.ts')),
];

/** Rendered inside the dashboard's frame. */
export const listDashboardRoutes: RouteConfigEntry[] = [
  route('want-lists', page('want-lists.tsx')),
  route('want-lists/add', page('add-card.tsx')),
  route('want-lists/:id/edit', page('edit-list.tsx')),
  route('want-lists/:id/preview', page('preview.tsx')),
];
