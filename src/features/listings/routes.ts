import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/listings/pages/${name}`;

export const listingRoutes: RouteConfigEntry[] = [
  route('browse', page('browse.tsx')),
  route('browse.rss', page('browse-feed.ts')),
  route('search-help', page('search-help.tsx')),
  route('listings/create', page('create.tsx')),
  route('listings/:id/edit', page('edit.tsx')),
  route('listings/:id/photos', page('photos.ts')),
  route('listings/:id/move', page('move.ts')),
  route('listings/:id/view', page('view.ts')),
];

/** Rendered inside the dashboard's frame. */
export const listingDashboardRoutes: RouteConfigEntry[] = [
  route('favorites', page('favorites.tsx')),
  route('dashboard/listings/deleted', page('deleted-listings.tsx')),
];
