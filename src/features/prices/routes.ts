import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const priceRoutes: RouteConfigEntry[] = [route('cards/:id/prices', 'features/prices/pages/card-prices.ts')];
