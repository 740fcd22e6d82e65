import { dayMs } from '#kernel/time.ts';

/** How long the mail about a deletion without a password brings the account back. */
export const undoLifeMs = 3 * dayMs;

export const deletionMessages = {
  notProven: 'Failed to reauthenticate. Please try signing in again.',
  failed: 'Failed to delete account data. Please try again.',
  done: 'Your account has been deleted.',
} as const;

export interface LeavingFacts {
  hasPassword: boolean;
  hasGoogle: boolean;
  /** Premium now, or a subscription that is active or trialing. */
  isSubscriber: boolean;
  /**
   * The session was opened, or its member confirmed again (with Google too, where that is enough), within ten minutes.
   */
  hasSteppedUp: boolean;
  /**
   * Its member confirmed with one of their own accounts at Google within ten minutes; signing in with Google is no
   * confirmation.
   */
  hasConfirmedWithGoogle: boolean;
  /** Then neither the password nor Google is enough by itself. */
  isSecondFactorOn: boolean;
  /** The account that the page was showing, where it says so: another may have signed in meanwhile. */
  shownAccountId: string | undefined;
  actorId: string;
}

/**
 * What somebody still has to show before the account goes: nothing, a step-up, the password, or a new sign-in with the
 * same Google account (VA-08).
 */
export type LeavingProof = 'enough' | 'step-up' | 'password' | 'other-account' | 'google-sign-in';

export function leavingProof(facts: LeavingFacts): LeavingProof {
  if (facts.shownAccountId !== undefined && facts.shownAccountId !== facts.actorId) return 'other-account';
  if (facts.hasGoogle && !facts.hasPassword) {
    if (facts.isSubscriber) return 'enough';
    if (!facts.hasConfirmedWithGoogle) return 'google-sign-in';
  }
  if (facts.hasSteppedUp) return 'enough';
  // Passkeys alone: with one of them they confirm again.
  return facts.isSecondFactorOn || !facts.hasPassword ? 'step-up' : 'password';
}
