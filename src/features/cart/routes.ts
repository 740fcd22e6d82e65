import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/cart/pages/${name}`;

export const cartRoutes: RouteConfigEntry[] = [
  route('cart', page('cart.tsx')),
  route('checkout', page('checkout.tsx')),
];
