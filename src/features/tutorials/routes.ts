import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The feature's section of the settings. */
export const guideSettings: RouteConfigEntry[] = [route('guides', 'features/tutorials/pages/settings-guides.tsx')];
