import type Stripe from 'stripe';
import { Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { tiersLimits } from '../model/tiers.limits.ts';

/** A person waits for these: two tries of four seconds, then a clear answer. */
export const callOptions = { timeout: 4_000, maxNetworkRetries: 1 } as const;

/** Counts the Stripe calls that a member causes: one who calls in a loop must not use up the limit of all others. */
export function countStripeCall({ limits }: Platform, memberId: string): Promise<void> {
  return limits.count(tiersLimits.paymentCalls, memberId);
}

const nothingChanged =
  'We couldn’t reach our payment provider. Nothing was changed, and you weren’t charged. Try again in a minute.';

/**
 * Calls Stripe for a waiting member. A refusal by Stripe, or no answer, becomes one sentence (503); the reason goes to
 * the log. `otherwise`: the sentence where the call may have taken effect although its answer was lost.
 */
export async function callStripe<T>(
  platform: Platform,
  what: string,
  work: (stripe: Stripe) => Promise<T>,
  otherwise = nothingChanged,
): Promise<T> {
  try {
    return await work(platform.payments.stripe);
  } catch (error) {
    platform.log.error(`Stripe: ${what} failed`, { error });
    throw new Refusal(503, 'payment_unavailable', otherwise, { retryAfterSeconds: 30 });
  }
}
