import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/orders/pages/${name}`;

export const orderRoutes: RouteConfigEntry[] = [route('checkout', page('checkout.ts')), route('cards/:id/prices', page('card-prices.ts'))];

/** Stand inside the dashboard's frame. */
export const orderDashboardRoutes: RouteConfigEntry[] = [route('orders', page('orders.tsx')), route('orders/:id', page('order.tsx'))];
