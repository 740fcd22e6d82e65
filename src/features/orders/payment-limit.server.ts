import { countAct } from '#platform/http/count-act.ts';
import type { Platform } from '#platform/platform.ts';
import type { Origin } from './order.origin.server.ts';
import { ordersLimits } from './orders.limits.ts';

/**
 * Counts what a member makes us ask Stripe: one who places and cancels in a loop must not use up what all others need. Refuses the 61st in 15 minutes
 * (429). Answers what gives it back, for where Stripe came not to be asked.
 */
export async function countPaymentCall({ limits }: Platform, memberId: string): Promise<() => Promise<void>> {
  await limits.count(ordersLimits.paymentCalls, memberId);
  return () => limits.giveBack(ordersLimits.paymentCalls, memberId);
}

const holdLimits = { member: ordersLimits.holds, network: ordersLimits.holdsOfNetwork };

/** The same for a purchase, which is counted by the hour and by its network as well. */
export async function countPurchase(platform: Platform, memberId: string, from: Origin | undefined): Promise<() => Promise<void>> {
  const giveBackHold = from ? await countAct(platform.limits, holdLimits, memberId, from.address) : async () => {};
  const giveBackCall = await countPaymentCall(platform, memberId).catch(async (error: unknown) => {
    await giveBackHold();
    throw error;
  });
  return async () => {
    await giveBackHold();
    await giveBackCall();
  };
}
