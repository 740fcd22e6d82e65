import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Platform } from '#platform/platform.ts';
import { convergeOrder } from '../checkout/converge-order.server.ts';
import { payment } from '../model/order.tables.ts';
import { followFraudWarning } from './follow-fraud-warning.server.ts';
import { syncChargebacks } from './sync-chargebacks.server.ts';

/**
 * Handles Stripe events about chargebacks and fraud warnings. They name no order; those of payments that are not ours
 * are ignored.
 */
export async function handleBankEvent(platform: Platform, type: string, objectId: string | null): Promise<void> {
  if (objectId === null) return;
  const { disputes, radar } = platform.payments.stripe;
  if (type.startsWith('charge.dispute.')) {
    const orderId = await findPaidOrder(platform, (await disputes.retrieve(objectId)).payment_intent);
    if (orderId !== null) await syncChargebacks(platform, orderId);
    return;
  }
  const warning = await radar.earlyFraudWarnings.retrieve(objectId);
  const orderId = await findPaidOrder(platform, warning.payment_intent);
  if (orderId !== null) await followFraudWarning(platform, orderId, warning);
}

/**
 * The order that this payment is booked on. A chargeback event may overtake those of the payment itself, so an unknown
 * payment is looked up at Stripe.
 */
async function findPaidOrder(
  platform: Platform,
  intent: string | Stripe.PaymentIntent | null | undefined,
): Promise<string | null> {
  const intentId = typeof intent === 'object' ? intent?.id : intent;
  if (!intentId) return null;
  const find = async () => {
    const [paid] = await platform.db
      .select({ orderId: payment.orderId })
      .from(payment)
      .where(eq(payment.paymentIntentId, intentId));
    return paid?.orderId ?? null;
  };
  const known = await find();
  if (known !== null) return known;
  const { metadata } = await platform.payments.stripe.paymentIntents.retrieve(intentId);
  if (!metadata.orderId) return null;
  // Money that does not fit its order flags it for an admin; until that is cleared none of it is booked, so there is
  // nothing to take back.
  await convergeOrder(platform, metadata.orderId);
  return find();
}
