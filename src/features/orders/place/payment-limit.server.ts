import { limitsOf } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { ordersLimits } from '../model/orders.limits.ts';

/**
 * Counts what a member makes us ask Stripe: one who places and cancels in a loop must not use up what all others need.
 * Refuses the 61st in 15 minutes (429). Answers what gives it back, for where Stripe came not to be asked.
 */
export async function countPaymentCall({ limits }: Platform, memberId: string): Promise<() => Promise<void>> {
  await limits.count(ordersLimits.paymentCalls, memberId);
  return () => limits.giveBack(ordersLimits.paymentCalls, memberId);
}

const holdLimits = { member: ordersLimits.holds, network: ordersLimits.holdsOfNetwork };

/** The same for a purchase, which is counted by the hour and by its network as well: all in one statement. */
export function countPurchase(
  { limits }: Platform,
  memberId: string,
  from: Origin | undefined,
): Promise<() => Promise<void>> {
  const held = from ? limitsOf(holdLimits, memberId, from.address) : [];
  return limits.countAll([...held, [ordersLimits.paymentCalls, memberId]]);
}
