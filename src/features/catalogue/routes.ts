import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const catalogueRoutes: RouteConfigEntry[] = [
  route('games', 'features/catalogue/pages/games.tsx'),
  route('games/:game', 'features/catalogue/pages/game.tsx'),
];
