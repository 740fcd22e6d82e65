import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const entryRoutes: RouteConfigEntry[] = [
  route('auth/sign-in', 'features/entry/pages/sign-in.tsx'),
  route('auth/sign-up', 'features/entry/pages/sign-up.tsx'),
  route('auth/sign-out', 'features/entry/pages/sign-out.ts'),
  route('auth/second-step', 'features/entry/pages/second-step.tsx'),
  route('auth/complete-profile', 'features/entry/pages/complete-profile.tsx'),
  route('auth/verify-email', 'features/entry/pages/verify-email.tsx'),
  route('auth/change-email', 'features/entry/pages/change-email.tsx'),
  route('auth/cancel-email-change', 'features/entry/pages/cancel-email-change.tsx'),
  route('auth/undo-deletion', 'features/entry/pages/undo-deletion.tsx'),
  route('auth/forgot-password', 'features/entry/pages/forgot-password.tsx'),
  route('auth/reset-password', 'features/entry/pages/reset-password.tsx'),
  route('profile', 'features/entry/pages/own-profile.tsx'),
];

export const entrySettings: RouteConfigEntry[] = [
  route('security', 'features/entry/pages/settings-security.tsx'),
  route('security/confirm', 'features/entry/pages/settings-confirm.tsx'),
  route('security/authenticator', 'features/entry/pages/settings-authenticator.tsx'),
  route('security/recovery-codes', 'features/entry/pages/settings-recovery-codes.tsx'),
];
