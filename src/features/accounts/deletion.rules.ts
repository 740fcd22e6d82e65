import { minuteMs } from '#kernel/time.ts';

export const deletionMessages = {
  sameGoogle: 'Please sign in with the same Google account you want to delete',
  notProven: 'Failed to reauthenticate. Please try signing in again.',
  failed: 'Failed to delete account data. Please try again.',
  done: 'Your account has been deleted.',
  popupClosed: 'The Google window was closed before you signed in. Nothing was deleted.',
  popupBlocked: 'Your browser blocked the Google window. Allow pop-ups for this page and try again.',
  popupCancelled: 'The sign-in with Google was cancelled. Nothing was deleted.',
  network: 'Network error. Nothing was deleted. Please check your internet connection.',
} as const;

export const freshSignInMs = 10 * minuteMs;

export interface LeavingFacts {
  hasPassword: boolean;
  /** Premium now, or a subscription that is active or trialing. */
  isSubscriber: boolean;
  signedInAt: Date;
  now: Date;
  /** The account that the page was showing, where it says so: another may have signed in meanwhile. */
  shownAccountId: string | undefined;
  actorId: string;
}

/** What somebody still has to show before the account goes: nothing, the password, or a new sign-in with the same Google account (VA-08). */
export type LeavingProof = 'enough' | 'password' | 'other-account' | 'google-sign-in';

export function leavingProof(facts: LeavingFacts): LeavingProof {
  if (facts.shownAccountId !== undefined && facts.shownAccountId !== facts.actorId) return 'other-account';
  // A sign-in that is dated after now comes from a clock that was set back: it proves nothing of the last ten minutes.
  const age = facts.now.getTime() - facts.signedInAt.getTime();
  if (age >= 0 && age <= freshSignInMs) return 'enough';
  if (facts.hasPassword) return 'password';
  return facts.isSubscriber ? 'enough' : 'google-sign-in';
}
