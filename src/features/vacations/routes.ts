import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const absenceRoutes: RouteConfigEntry[] = [route('profile/:id/return', 'features/vacations/pages/return.ts')];
