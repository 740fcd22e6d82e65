import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const authRoutes: RouteConfigEntry[] = [
  route('auth/sign-in', 'features/auth/pages/sign-in.tsx'),
  route('auth/sign-up', 'features/auth/pages/sign-up.tsx'),
  route('auth/sign-out', 'features/auth/pages/sign-out.ts'),
  route('auth/second-step', 'features/auth/pages/second-step.tsx'),
  route('auth/complete-profile', 'features/auth/pages/complete-profile.tsx'),
  route('auth/verify-email', 'features/auth/pages/verify-email.tsx'),
  route('auth/change-email', 'features/auth/pages/change-email.tsx'),
  route('auth/cancel-email-change', 'features/auth/pages/cancel-email-change.tsx'),
  route('auth/undo-deletion', 'features/auth/pages/undo-deletion.tsx'),
  route('auth/forgot-password', 'features/auth/pages/forgot-password.tsx'),
  route('auth/reset-password', 'features/auth/pages/reset-password.tsx'),
  route('profile', 'features/auth/pages/own-profile.tsx'),
];

export const authSettings: RouteConfigEntry[] = [
  route('security', 'features/auth/pages/settings-security.tsx'),
  route('security/confirm', 'features/auth/pages/settings-confirm.tsx'),
  route('security/authenticator', 'features/auth/pages/settings-authenticator.tsx'),
  route('security/recovery-codes', 'features/auth/pages/settings-recovery-codes.tsx'),
];
