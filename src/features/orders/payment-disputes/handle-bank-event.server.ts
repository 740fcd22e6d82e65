import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { purchaseIn } from '#platform/payments/purchase-metadata.ts';
import type { Platform } from '#platform/platform.ts';
import { convergePurchase } from '../checkout/converge-purchase.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';
import { followFraudWarning } from './follow-fraud-warning.server.ts';
import { syncChargebacks } from './sync-chargebacks.server.ts';

/**
 * Handles Stripe events about chargebacks and fraud warnings. They name no purchase; those of payments that are not ours
 * are ignored.
 */
export async function handleBankEvent(platform: Platform, type: string, objectId: string | null): Promise<void> {
  if (objectId === null) return;
  const { disputes, radar } = platform.payments.stripe;
  if (type.startsWith('charge.dispute.')) {
    const purchaseId = await findPaid(platform, (await disputes.retrieve(objectId)).payment_intent);
    if (purchaseId !== null) await syncChargebacks(platform, purchaseId);
    return;
  }
  const warning = await radar.earlyFraudWarnings.retrieve(objectId);
  const purchaseId = await findPaid(platform, warning.payment_intent);
  if (purchaseId !== null) await followFraudWarning(platform, purchaseId, warning);
}

/**
 * The purchase that this payment is booked on. A chargeback event may overtake those of the payment itself, so an unknown
 * payment is looked up at Stripe.
 */
async function findPaid(
  platform: Platform,
  intent: string | Stripe.PaymentIntent | null | undefined,
): Promise<string | null> {
  const intentId = typeof intent === 'object' ? intent?.id : intent;
  if (!intentId) return null;
  const find = async () => {
    const [paid] = await platform.db
      .select({ id: purchase.id })
      .from(purchase)
      .where(eq(purchase.paymentIntentId, intentId));
    return paid?.id ?? null;
  };
  const known = await find();
  if (known !== null) return known;
  const { metadata } = await platform.payments.stripe.paymentIntents.retrieve(intentId);
  const purchaseId = purchaseIn(metadata);
  if (purchaseId === null) return null;
  // Money that does not fit its purchase flags the orders for an admin; until that is cleared none of it is booked, so
  // there is nothing to take back.
  await convergePurchase(platform, purchaseId);
  return find();
}
