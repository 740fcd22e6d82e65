import { write } from '#platform/outbox/write.ts';
import type { HandlesStripe, StripeEventRef } from '#platform/payments/intake.ts';
import type { Platform } from '#platform/platform.ts';
import { mailInvoiceJob } from '../model/tier.jobs.ts';
import { convergeSubscription } from '../subscription/converge-subscription.server.ts';
import { findSubscriber } from '../subscription/subscription-record.server.ts';
import { followBankCase } from './bank-cases.server.ts';

/**
 * The Stripe events that can concern a subscription. They are hints: they only name the member to read again, and
 * whether an email may be due.
 */
export const handlesStripe: HandlesStripe = {
  types: [
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'invoice.paid',
    'invoice.payment_failed',
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

/** Converges the member's record, stores bank cases, and sends the email of a paid or failed bill. */
async function handleStripeEvent(
  platform: Platform,
  { type, objectId, customerId, orderId, purchaseId }: StripeEventRef,
): Promise<void> {
  const isChargeback = type.startsWith('charge.dispute.');
  if (isChargeback || type.startsWith('radar.')) {
    if (objectId !== null)
      await followBankCase(platform, { id: objectId, kind: isChargeback ? 'chargeback' : 'fraud_warning' });
    return;
  }
  if (customerId === null || orderId !== null || purchaseId !== null) return;
  const userId = await memberOf(platform, customerId);
  if (userId === null) return;
  await convergeSubscription(platform, userId, customerId);
  if ((type === 'invoice.paid' || type === 'invoice.payment_failed') && objectId !== null) {
    const kind = type === 'invoice.paid' ? 'paid' : 'failed';
    await write(platform, async (tx) =>
      tx.enqueue(mailInvoiceJob, { userId, invoiceId: objectId, kind }, { key: `${objectId}:${kind}` }),
    );
  }
}

/** A customer that our record does not know yet says itself whose it is. */
async function memberOf(platform: Platform, customerId: string): Promise<string | null> {
  const known = await findSubscriber(platform.db, { customerId });
  if (known) return known.userId;
  const customer = await platform.payments.stripe.customers.retrieve(customerId);
  return customer.deleted ? null : (customer.metadata.userId ?? null);
}
