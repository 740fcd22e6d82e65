import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/orders/pages/${name}`;

export const orderRoutes: RouteConfigEntry[] = [
  route('checkout', page('checkout.ts')),
  route('orders', page('orders.tsx')),
  route('orders/:id', page('order.tsx')),
];
