import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/offers/pages/${name}`;

export const offerRoutes: RouteConfigEntry[] = [
  route('listings/:id/offer', page('make-offer.tsx')),
  route('listings/:id/watchers', page('watchers.tsx')),
  route('offers/basket', page('make-basket.tsx')),
];

/** Stands inside the dashboard's frame. */
export const offerDashboardRoutes: RouteConfigEntry[] = [route('offers', page('offers.tsx'))];
