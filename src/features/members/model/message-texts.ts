/** Sentences of this feature, some fixed by the specification. Use them as `messages.…`. */
export const emailTaken =
  'This email is already registered. Please sign in with Google if you used Google to create your account.';
export const emailInvalid = 'Invalid email address';
export const profileFailed = 'Failed to create profile. Please try again.';
export const profileNotFound = 'User profile not found';

/** Why a profile cannot be loaded (ER-07). */
export const profileProblems = {
  offline: 'You are currently offline and no cached data is available',
  network: 'Unable to load profile due to network issues',
} as const;
