import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/listings/pages/${name}`;

export const listingRoutes: RouteConfigEntry[] = [
  route('browse', page('browse.tsx')),
];
