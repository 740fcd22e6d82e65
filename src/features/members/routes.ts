import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** `settings` are the sections that other rooms add to the settings. */
export const memberRoutes = (settings: readonly RouteConfigEntry[]): RouteConfigEntry[] => [
  route('settings', 'features/members/pages/settings.tsx', [
    index('features/members/pages/settings-profile.tsx'),
    // A name of its own, because small screens show the sections at /settings.
    route('profile', 'features/members/pages/settings-profile.tsx', { id: 'settings-profile' }),
    route('appearance', 'features/members/pages/settings-appearance.tsx'),
    route('vacation', 'features/members/pages/settings-vacation.tsx'),
    route('avatar', 'features/members/pages/avatar.ts'),
    ...settings,
  ]),
];
