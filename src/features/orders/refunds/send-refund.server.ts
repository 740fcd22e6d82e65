import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { refund } from '../model/order.tables.ts';
import { doesBankDecide } from '../payment-disputes/chargebacks.queries.server.ts';
import { syncChargebacks } from '../payment-disputes/sync-chargebacks.server.ts';
import { findPurchaseOf } from '../purchase/purchase.queries.server.ts';
import { followRefund, refuseRefund, syncRefunds } from './sync-refunds.server.ts';

/** Stripe forgets a key after 24 hours; from then on the same call would pay out again. */
const keyIsGoodMs = 23 * hourMs;

/**
 * Sends a requested refund; idempotent. Throws while Stripe is unavailable, so that the job is retried. One that Stripe
 * refuses has failed: it would be refused again, so an admin checks it. With an open chargeback it waits: the bank's
 * decision sends or ends it.
 */
export async function sendRefund(platform: Platform, refundId: string): Promise<void> {
  const [pending] = await platform.db.select().from(refund).where(eq(refund.id, refundId));
  const paid = pending && (await findPurchaseOf(platform.db, pending.orderId));
  if (pending?.state !== 'asked' || !paid?.paymentIntentId) return;
  if (await doesBankDecide(platform.db, pending.orderId)) return;
  const isOld = platform.clock.now().getTime() - pending.askedAt.getTime() > keyIsGoodMs;
  if (isOld && !(await isStillPending(platform, paid.id, refundId))) return;
  const sent = await platform.payments.stripe.refunds
    .create(
      {
        payment_intent: paid.paymentIntentId,
        amount: pending.amount,
        metadata: { purchaseId: paid.id, orderId: pending.orderId, refundId },
      },
      { idempotencyKey: `refund-${refundId}` },
    )
    .catch((error: unknown) => ({ refused: refusalIn(error) }));
  if ('refused' in sent) {
    // The chargeback's event may arrive later than its effect.
    if (sent.refused === 'charge_disputed') await syncChargebacks(platform, paid.id);
    if (await doesBankDecide(platform.db, pending.orderId)) return;
    // "Already refunded" may be the result of our own earlier call whose answer was lost.
    if (!(await isStillPending(platform, paid.id, refundId))) return;
    platform.log.error('a refund was refused by Stripe', { orderId: pending.orderId, refundId, refused: sent.refused });
    await refuseRefund(platform, pending.orderId, refundId, sent.refused);
    return;
  }
  await write(platform, async (tx) =>
    followRefund(tx, await lockOrder(tx, pending.orderId), sent, platform.clock.now()),
  );
}

/** Whether Stripe's list knows nothing of it either. */
async function isStillPending(platform: Platform, purchaseId: string, refundId: string): Promise<boolean> {
  await syncRefunds(platform, purchaseId);
  const [row] = await platform.db.select({ state: refund.state }).from(refund).where(eq(refund.id, refundId));
  return row?.state === 'asked';
}

/** Stripe's word for why it will not do it, ever. Throws what may pass: no connection, too many calls, a wrong key. */
function refusalIn(error: unknown): string {
  if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
    return error.code ?? 'refused';
  throw error;
}
