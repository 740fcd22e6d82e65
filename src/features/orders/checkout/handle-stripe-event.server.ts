import type { HandlesStripe, StripeEventRef } from '#platform/payments/intake.ts';
import type { Platform } from '#platform/platform.ts';
import { handleBankEvent } from '../payment-disputes/handle-bank-event.server.ts';
import { syncRefunds } from '../refunds/sync-refunds.server.ts';
import { convergePurchase } from './converge-purchase.server.ts';

/**
 * The Stripe events that can concern a purchase. They are hints: their content is not trusted and only names the purchase
 * to read again.
 */
export const handlesStripe: HandlesStripe = {
  types: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.refunded',
    'charge.refund.updated',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'radar.early_fraud_warning.created',
    'radar.early_fraud_warning.updated',
  ],
  handle: handleStripeEvent,
};

/** Reads Stripe and lets the purchase converge. An event that is not about a purchase of ours ends here. */
async function handleStripeEvent(
  platform: Platform,
  { type, objectId, orderId, purchaseId: named }: StripeEventRef,
): Promise<void> {
  if (type.startsWith('charge.dispute.') || type.startsWith('radar.')) return handleBankEvent(platform, type, objectId);
  // Received by a process of an earlier release, it names the order, whose purchase has the same id.
  const purchaseId = named ?? orderId;
  if (purchaseId === null) return;
  await convergePurchase(platform, purchaseId, type.startsWith('checkout.session.') ? objectId : null);
  if (type === 'charge.refunded' || type === 'charge.refund.updated' || type.startsWith('refund.'))
    await syncRefunds(platform, purchaseId);
}
