import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Stands inside the dashboard's frame. */
export const offerDashboardRoutes: RouteConfigEntry[] = [route('offers', 'features/offers/pages/offers.tsx')];
