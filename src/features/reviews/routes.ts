import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Stands inside the dashboard's frame. */
export const reviewDashboardRoutes: RouteConfigEntry[] = [
  route('dashboard/reviews', 'features/reviews/pages/own-reviews.tsx'),
];
