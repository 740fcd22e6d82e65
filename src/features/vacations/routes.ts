import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const vacationsRoutes: RouteConfigEntry[] = [route('profile/:id/return', 'features/vacations/pages/return.ts')];
