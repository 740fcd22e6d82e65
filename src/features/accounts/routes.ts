import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** `settings` are the sections that other rooms add to the settings. */
export const accountRoutes = (settings: readonly RouteConfigEntry[]): RouteConfigEntry[] => [
  route('auth/sign-in', 'features/accounts/pages/sign-in.tsx'),
  route('auth/sign-up', 'features/accounts/pages/sign-up.tsx'),
  route('auth/sign-out', 'features/accounts/pages/sign-out.ts'),
  route('auth/second-step', 'features/accounts/pages/second-step.tsx'),
  route('auth/complete-profile', 'features/accounts/pages/complete-profile.tsx'),
  route('auth/verify-email', 'features/accounts/pages/verify-email.tsx'),
  route('auth/change-email', 'features/accounts/pages/change-email.tsx'),
  route('auth/cancel-email-change', 'features/accounts/pages/cancel-email-change.tsx'),
  route('auth/forgot-password', 'features/accounts/pages/forgot-password.tsx'),
  route('auth/reset-password', 'features/accounts/pages/reset-password.tsx'),
  route('profile', 'features/accounts/pages/own-profile.tsx'),
  route('settings', 'features/accounts/pages/settings.tsx', [
    index('features/accounts/pages/settings-profile.tsx'),
    // A name of its own, because small screens show the sections at /settings.
    route('profile', 'features/accounts/pages/settings-profile.tsx', { id: 'settings-profile' }),
    route('appearance', 'features/accounts/pages/settings-appearance.tsx'),
    route('avatar', 'features/accounts/pages/avatar.ts'),
    route('security', 'features/accounts/pages/settings-security.tsx'),
    route('security/confirm', 'features/accounts/pages/settings-confirm.tsx'),
    route('security/authenticator', 'features/accounts/pages/settings-authenticator.tsx'),
    route('security/recovery-codes', 'features/accounts/pages/settings-recovery-codes.tsx'),
    ...settings,
  ]),
];
