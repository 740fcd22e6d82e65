import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Rendered inside the dashboard's frame. */
export const shippingDashboardRoutes: RouteConfigEntry[] = [
  route('dashboard/shipping', 'features/shipping/pages/shipping.tsx'),
];
