import { eq } from 'drizzle-orm';
import { conflict, Refusal } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import { isStripeFault } from '#platform/payments/stripe-fault.ts';
import type { Platform } from '#platform/platform.ts';
import { convergePurchase } from '../checkout/converge-purchase.server.ts';
import { orderRefusals } from '../contract.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { fraudWarning, orders } from '../model/order.tables.ts';
import { attentionColumns, attentionText, isFraudWarning } from '../model/order.texts.ts';
import { syncChargebacks } from '../payment-disputes/sync-chargebacks.server.ts';
import { findPurchase } from '../purchase/purchase.queries.server.ts';
import { syncRefunds } from '../refunds/sync-refunds.server.ts';

/**
 * Clears an order's attention flag for an admin. The purchase is read from Stripe and converged again, which may pay,
 * release or refund it as usual; then the flag goes, with the reason in the audit log. Refuses where there is no flag
 * (409), where Stripe does not answer (503, nothing changed), and where the money still does not fit, or this read
 * found something new (409): while copies are held for it, which the hold's own end releases whatever Stripe answers,
 * and after that until it is refunded.
 */
export async function clearAttention(
  platform: Platform,
  { orderId, by, reason }: { orderId: string; by: string; reason: string },
): Promise<void> {
  const flagged = await write(platform, (tx) => lockOrder(tx, orderId));
  const before = attentionText(flagged);
  if (before === null) throw conflict(orderRefusals.wrongState, 'This order needs no attention.');
  const { found, isGivenBack } = await readStripe(platform, flagged.purchaseId);
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attention = attentionText(order);
    const isHeld = order.status === 'pending_payment';
    if (found === 'attention' && (isHeld || !isGivenBack)) {
      const held = isHeld
        ? 'The cards stay reserved until the payment page has ended.'
        : 'No order exists for this payment.';
      throw conflict(
        orderRefusals.stillWrong,
        `The order still doesn’t match Stripe. ${attention ?? before} ${held} Refund the payment in Stripe’s dashboard.`,
        { orderStatus: order.status },
      );
    }
    // Only what they have read is theirs to clear.
    if (attention !== null && attention !== before)
      throw conflict(
        orderRefusals.stillWrong,
        `Stripe shows something new. ${attention} Check it before you resume the order.`,
        {
          orderStatus: order.status,
        },
      );
    await tx.db.update(orders).set(attentionColumns(null)).where(eq(orders.id, orderId));
    const now = platform.clock.now();
    // Its money needn't wait any more.
    if (isFraudWarning(order.attention))
      await tx.db.update(fraudWarning).set({ clearedAt: now }).where(eq(fraudWarning.purchaseId, order.purchaseId));
    await recordAct(
      tx,
      { by, act: 'order.cleared', subject: orderId, data: { was: order.attention ?? before, found, reason } },
      now,
    );
  });
}

async function readStripe(platform: Platform, purchaseId: string) {
  try {
    const found = await convergePurchase(platform, purchaseId);
    await syncRefunds(platform, purchaseId);
    await syncChargebacks(platform, purchaseId);
    return { found, isGivenBack: found === 'attention' && (await isAllGivenBack(platform, purchaseId)) };
  } catch (error) {
    if (!isStripeFault(error)) throw error;
    platform.log.warn('a purchase could not be read at Stripe for an operator', { purchaseId, error });
    throw new Refusal(
      503,
      orderRefusals.paymentUnavailable,
      'We couldn’t reach Stripe. Nothing was changed. Try again in a minute.',
      {
        retryAfterSeconds: 30,
      },
    );
  }
}

/** Whether nothing is left at Stripe of money that was never booked here, since it did not fit. */
async function isAllGivenBack({ db, payments: { stripe } }: Platform, purchaseId: string): Promise<boolean> {
  const paid = await findPurchase(db, purchaseId);
  if (!paid?.sessionId) return false;
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(paid.sessionId, {
    expand: ['payment_intent'],
  });
  if (intent === null || typeof intent === 'string') return false;
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
  const given = data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
  return given >= intent.amount_received;
}
