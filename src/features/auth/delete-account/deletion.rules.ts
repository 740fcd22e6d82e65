import { deletionFailed, reauthenticationFailed } from '#kernel/specified-texts.ts';
import { dayMs } from '#kernel/time.ts';

/** How long the email about a deletion without a password can restore the account. */
export const undoLifeMs = 3 * dayMs;

export const deletionMessages = {
  notProven: reauthenticationFailed,
  failed: deletionFailed,
  done: 'Your account has been deleted.',
} as const;

export interface LeavingFacts {
  hasPassword: boolean;
  hasGoogle: boolean;
  /** Premium now, or a subscription that is active or trialing. */
  isSubscriber: boolean;
  /** The session was opened, or has a step-up (with Google too, where that is enough), within ten minutes. */
  hasSteppedUp: boolean;
  /**
   * The member confirmed with one of their own Google accounts within ten minutes; a Google sign-in is no confirmation.
   */
  hasConfirmedWithGoogle: boolean;
  /** Then neither the password nor Google is enough alone. */
  isSecondFactorOn: boolean;
  /** The account that the page showed, if given: another may have signed in meanwhile. */
  shownAccountId: string | undefined;
  actorId: string;
}

/**
 * What the member must still prove before the deletion: nothing, a step-up, the password, or a new sign-in with the
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
  // With passkeys alone, one of them is the confirmation.
  return facts.isSecondFactorOn || !facts.hasPassword ? 'step-up' : 'password';
}
