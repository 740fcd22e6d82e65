import type { Platform } from '#platform/platform.ts';
import { convergeOrder } from './converge-order.server.ts';
import { syncRefunds } from './refunds.server.ts';

/** The rumours that can concern an order. What they say is not believed: they only tell which order to look at. */
export const orderEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'charge.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
] as const;

/** Follows `stripe.received`: reads Stripe and lets the order converge. An event that is not about an order of ours ends here. */
export async function hearStripe(platform: Platform, data: { type?: unknown; objectId?: unknown; orderId?: unknown }): Promise<void> {
  const { type, objectId, orderId } = data;
  if (typeof type !== 'string' || typeof orderId !== 'string' || !orderEventTypes.some((known) => known === type)) return;
  const sessionHint = type.startsWith('checkout.session.') && typeof objectId === 'string' ? objectId : null;
  await convergeOrder(platform, orderId, sessionHint);
  if (type === 'charge.refunded' || type.startsWith('refund.')) await syncRefunds(platform, orderId);
}
