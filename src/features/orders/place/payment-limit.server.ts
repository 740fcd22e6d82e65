import { limitsOf } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { ordersLimits } from '../model/orders.limits.ts';

/**
 * Counts the Stripe calls that a member causes: one who places and cancels in a loop must not use up the limit of all
 * others. Refuses the 61st in 15 minutes (429). Returns a function that gives the unit back, for a request that did not
 * call Stripe.
 */
export async function countPaymentCall({ limits }: Platform, memberId: string): Promise<() => Promise<void>> {
  await limits.count(ordersLimits.paymentCalls, memberId);
  return () => limits.releasePoint(ordersLimits.paymentCalls, memberId);
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
