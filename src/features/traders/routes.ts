import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** This room's section of the settings. */
export const traderSettings: RouteConfigEntry[] = [route('seller', 'features/traders/pages/settings-seller.tsx')];
