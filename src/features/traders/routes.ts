import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The trader section of the settings. */
export const traderSettings: RouteConfigEntry[] = [route('seller', 'features/traders/pages/settings-seller.tsx')];
