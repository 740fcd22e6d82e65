import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** `settings`: sections of other features in the settings. */
export const memberRoutes = (settings: readonly RouteConfigEntry[]): RouteConfigEntry[] => [
  route('settings', 'features/members/pages/settings.tsx', [
    index('features/members/pages/settings-profile.tsx'),
    // Not at /settings, where small screens show the list of sections.
    route('profile', 'features/members/pages/settings-profile.tsx', { id: 'settings-profile' }),
    route('appearance', 'features/members/pages/settings-appearance.tsx'),
    route('vacation', 'features/members/pages/settings-vacation.tsx'),
    route('avatar', 'features/members/pages/avatar.ts'),
    ...settings,
  ]),
];
