import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { convergeSubscription } from './converge-subscription.server.ts';
import { findSubscriber } from './subscription-record.server.ts';

/** The rumours that can concern a subscription. They only tell which member to look at and whether there is something to write to them. */
export const subscriptionEventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

/** Follows `stripe.received`: the member's record converges on what Stripe says, and a bill that was paid or was not gets its mail. */
export async function hearStripe(
  platform: Platform,
  data: { type?: unknown; objectId?: unknown; customerId?: unknown; orderId?: unknown },
): Promise<void> {
  const { type, objectId, customerId, orderId } = data;
  if (typeof customerId !== 'string' || typeof orderId === 'string') return;
  if (!subscriptionEventTypes.some((known) => known === type)) return;
  const userId = await memberOf(platform, customerId);
  if (userId === null) return;
  await convergeSubscription(platform, userId, customerId);
  if ((type === 'invoice.paid' || type === 'invoice.payment_failed') && typeof objectId === 'string') {
    const payload = { userId, invoiceId: objectId, kind: type === 'invoice.paid' ? 'paid' : 'failed' };
    await write(platform, async (tx) => tx.enqueue({ task: 'tiers.mail-invoice', payload, key: `tiers.mail:${objectId}:${payload.kind}` }));
  }
}

/** A customer that our record does not know yet says itself whose it is. */
async function memberOf(platform: Platform, customerId: string): Promise<string | null> {
  const known = await findSubscriber(platform.db, { customerId });
  if (known) return known.userId;
  const customer = await platform.payments.stripe.customers.retrieve(customerId);
  return customer.deleted ? null : (customer.metadata.userId ?? null);
}
