import { afterEach, describe, expect, test, vi } from 'vitest';
import { profileProblems } from '#features/members/words.ts';
import { deletionMessages } from './delete-account/deletion.rules.ts';
import { messages } from './model/messages.ts';
import { clearBrowser, keysToClear } from './sign-in/sessions/sign-out-browser.ts';

/**
 * Sentences that the specification fixes verbatim, repeated here: a test against the shared constant would accept any
 * change of it.
 */
test.each([
  ['[ER-01] an address without an account', messages.noAccount, 'No account found with this email address'],
  ['[ER-01] a wrong password', messages.wrongCredentials, 'The email or password you entered is incorrect'],
  ['[ER-01] not an address', messages.emailInvalid, 'Invalid email address'],
  ['[ER-01] no network', messages.network, 'Network error. Please check your internet connection.'],
  ['[ER-01] too many', messages.tooManyAttempts, 'Too many failed attempts. Please try again later.'],
  ['[ER-02] a popup that was closed', messages.googleCanceled, 'Sign in cancelled'],
  [
    '[ER-02] a popup that was blocked',
    messages.googleBlocked,
    'Sign in popup was blocked. Please allow popups for this site.',
  ],
  ['[ER-02] Google in general', messages.googleFailed, 'Failed to sign in with Google'],
  [
    'no proof before the account is deleted',
    deletionMessages.notProven,
    'Failed to reauthenticate. Please try signing in again.',
  ],
  ['a deletion that failed', deletionMessages.failed, 'Failed to delete account data. Please try again.'],
  [
    '[ER-05] no start',
    messages.authNotStarted,
    'Failed to initialize authentication services. Please refresh the page.',
  ],
  ['[ER-05] configuration', messages.authMisconfigured, 'Authentication configuration error. Please contact support.'],
  ['[ER-05] no profile', messages.profileFailed, 'Failed to create profile. Please try again.'],
  ['[ER-05] no link', messages.linkFailed, 'Failed to link accounts. Please try again.'],
  ['[ER-05] no token', messages.noToken, 'Failed to get authentication token'],
  ['[ER-07] offline', profileProblems.offline, 'You are currently offline and no cached data is available'],
  ['[ER-07] no network', profileProblems.network, 'Unable to load profile due to network issues'],
  ['[ER-07] nobody', messages.profileNotFound, 'User profile not found'],
  [
    '[VA-01] an address that is taken',
    messages.emailTaken,
    'This email is already registered. Please sign in with Google if you used Google to create your account.',
  ],
  [
    '[VA-04] an account of Google',
    messages.useGoogle,
    'This email belongs to an account that uses Google. Sign in with Google.',
  ],
  [
    '[VA-07] within five minutes',
    messages.verificationCooldown,
    'Please wait 5 minutes before requesting another verification email',
  ],
  [
    '[VA-08] another Google account',
    messages.googleSameToDelete,
    'Please sign in with the same Google account you want to delete',
  ],
  ['[VA-09] Google without an address', messages.googleNoEmail, 'No email provided from Google account'],
])('%s', (_what, said, wanted) => {
  expect(said).toBe(wanted);
});

describe('[ST-09] signing out', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('only theme and consent stay in the browser, and the flag while it is in progress', () => {
    const keys = [
      'theme',
      'consent',
      'sign_out_in_progress',
      'auth_redirect',
      'cache:a',
      'needs_profile_completion',
      'onboarding_completed',
      'themes',
    ];
    expect(keysToClear(keys)).toEqual([
      'auth_redirect',
      'cache:a',
      'needs_profile_completion',
      'onboarding_completed',
      'themes',
    ]);
  });

  test('the flag is set before anything is cleared and removed when all is: both storages and the caches', async () => {
    const log: string[] = [];
    const storage = Object.create({
      setItem: (key: string, value: string) => log.push(`set ${key}=${value}`),
      removeItem: (key: string) => log.push(`remove ${key}`),
    });
    Object.assign(storage, { theme: 'dark', consent: '1', auth_redirect: '{}' });
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('window', { localStorage: storage });
    vi.stubGlobal('sessionStorage', { clear: () => log.push('clear session') });
    vi.stubGlobal('caches', {
      keys: async () => ['pages', 'photos'],
      delete: async (name: string) => log.push(`delete ${name}`),
    });
    await clearBrowser();
    expect(log).toEqual([
      'set sign_out_in_progress=true',
      'remove auth_redirect',
      'clear session',
      'delete pages',
      'delete photos',
      'remove sign_out_in_progress',
    ]);
  });
});
