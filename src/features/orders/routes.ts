import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/orders/pages/${name}`;

export const orderRoutes: RouteConfigEntry[] = [
  route('orders/:id/photos', page('photos.ts')),
  route('withdraw', page('withdraw.tsx')),
];

/** Stands inside the dashboard's frame; the page of one order is the app's, which puts the reviews into it. */
export const orderDashboardRoutes: RouteConfigEntry[] = [
  route('orders', page('orders.tsx')),
  route('purchases/:id', page('purchase.tsx')),
  route('dashboard/orders/ship', page('ship.tsx')),
];
