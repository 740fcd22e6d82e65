import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const noteRoutes: RouteConfigEntry[] = [route('notes/mine', 'testing/sample-feature/page.tsx')];
