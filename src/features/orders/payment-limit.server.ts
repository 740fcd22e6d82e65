import type { Platform } from '#platform/platform.ts';
import { ordersLimits } from './orders.limits.ts';

/**
 * Counts what a member makes us ask Stripe: one who places and cancels in a loop must not use up what all others need. Refuses the 61st in 15 minutes
 * (429). Answers what gives it back, for where Stripe came not to be asked.
 */
export async function countPaymentCall({ limits }: Platform, memberId: string): Promise<() => Promise<void>> {
  await limits.count(ordersLimits.paymentCalls, memberId);
  return () => limits.giveBack(ordersLimits.paymentCalls, memberId);
}
