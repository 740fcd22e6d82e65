import { tooMany } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

/** More than a person needs in a quarter of an hour, and far less than Stripe allows one market. */
export const paymentCallsPerMember = 60;

/**
 * Counts what a member makes us ask Stripe: one who places and cancels in a loop must not use up what all others need. Refuses the 61st in 15 minutes
 * (429). Answers what gives it back, for where Stripe came not to be asked.
 */
export async function countPaymentCall({ identity, db }: Platform, memberId: string): Promise<() => Promise<void>> {
  const key = `orders:stripe:member:${memberId}`;
  const limit = await identity.consume(db, key, paymentCallsPerMember, 15 * minuteMs);
  if (!limit.allowed) throw tooMany('You asked the payment service very often. Try again in a few minutes.', limit.retryAfterSeconds);
  return () => identity.giveBack(db, key);
}
