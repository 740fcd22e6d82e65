import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/wanted/pages/${name}`;

export const wantedRoutes: RouteConfigEntry[] = [
  route('wanted', page('wants.tsx')),
  route('wanted/create', page('create-want.tsx')),
  route('wanted/:id', page('want.tsx')),
  route('cards/:id/wanted', page('demand.ts')),
  route('wanted/:id/answer', page('answer-want.tsx')),
  route('wanted/:id/edit', page('edit-want.tsx')),
  route('wanted/:id/renew', page('renew-want.tsx')),
  route('wanted/:id/end', page('end-want.tsx')),
];

/** Rendered inside the dashboard's frame. */
export const wantedDashboardRoutes: RouteConfigEntry[] = [route('dashboard/wanted', page('own-wants.tsx'))];
