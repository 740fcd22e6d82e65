import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** This room's section of the settings. */
export const guideSettings: RouteConfigEntry[] = [route('guides', 'features/tutorials/pages/settings-guides.tsx')];
