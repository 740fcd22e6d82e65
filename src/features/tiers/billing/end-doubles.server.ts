import type Stripe from 'stripe';
import type { Platform } from '#platform/platform.ts';
import { subscriptionThatCounts } from '../model/stripe-facts.ts';

/** The subscriptions that bill, now or as soon as a card works again. */
export function billing(found: readonly Stripe.Subscription[]): Stripe.Subscription[] {
  return found.filter((one) => one.ended_at === null && one.status !== 'incomplete');
}

/**
 * Leaves a customer one subscription at most, so that no member pays twice for premium. A checkout never makes a second
 * one, but Stripe's dashboard can. Payments for the ended ones are for the admin to refund, as the log says.
 */
export async function endDoubles({ payments: { stripe }, log }: Platform, customer: string): Promise<void> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  const current = subscriptionThatCounts(data);
  for (const one of billing(data)) {
    if (one.id === current?.id) continue;
    await stripe.subscriptions.cancel(one.id);
    log.error('a member had two subscriptions; the one that was ended may have been paid for', {
      customer,
      ended: one.id,
      kept: current?.id,
    });
  }
}
