import { deletionFailed, reauthenticationFailed } from '#kernel/specified-texts.ts';
import { dayMs } from '#kernel/time.ts';

/** How long a deleted account can be restored with everything in it. */
export const undoLifeMs = 14 * dayMs;

/** When the former member is emailed that this time ends. */
export const remindBeforeMs = 2 * dayMs;

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
  /** The member verified their identity in this session within ten minutes; a sign-in is no verification. */
  hasVerifiedIdentity: boolean;
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
 * What the member must still prove before the deletion, each time and however new the session is: nothing (a subscriber
 * with Google alone, VA-08), a step-up, the password, or a new sign-in with the same Google account.
 */
export type LeavingProof = 'enough' | 'step-up' | 'password' | 'other-account' | 'google-sign-in';

export function leavingProof(facts: LeavingFacts): LeavingProof {
  if (facts.shownAccountId !== undefined && facts.shownAccountId !== facts.actorId) return 'other-account';
  if (facts.hasGoogle && !facts.hasPassword) {
    if (facts.isSubscriber) return 'enough';
    if (!facts.hasConfirmedWithGoogle) return 'google-sign-in';
    return facts.isSecondFactorOn && !facts.hasVerifiedIdentity ? 'step-up' : 'enough';
  }
  // With passkeys alone, one of them is the confirmation.
  if (facts.isSecondFactorOn || !facts.hasPassword) return facts.hasVerifiedIdentity ? 'enough' : 'step-up';
  return 'password';
}
