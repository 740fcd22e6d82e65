import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { payment, refund } from '../model/order.tables.ts';
import { doesBankDecide } from '../payment-disputes/chargebacks.queries.server.ts';
import { syncChargebacks } from '../payment-disputes/sync-chargebacks.server.ts';
import { followRefund, refuseRefund, syncRefunds } from './sync-refunds.server.ts';

/** Stripe forgets a key after 24 hours; from then on the same call would pay out again. */
const keyIsGoodMs = 23 * hourMs;

/**
 * Sends a requested refund; idempotent. Throws while Stripe is unavailable, so that the job is retried. One that Stripe
 * refuses has failed: it would be refused again, so an admin checks it. With an open chargeback it waits: the bank's
 * decision sends or ends it.
 */
export async function sendRefund(platform: Platform, refundId: string): Promise<void> {
  const [asked] = await platform.db.select().from(refund).where(eq(refund.id, refundId));
  const [paid] = asked ? await platform.db.select().from(payment).where(eq(payment.orderId, asked.orderId)) : [];
  if (asked?.state !== 'asked' || !paid?.paymentIntentId) return;
  if (await doesBankDecide(platform.db, asked.orderId)) return;
  const isOld = platform.clock.now().getTime() - asked.askedAt.getTime() > keyIsGoodMs;
  if (isOld && !(await isStillAsked(platform, asked.orderId, refundId))) return;
  const sent = await platform.payments.stripe.refunds
    .create(
      { payment_intent: paid.paymentIntentId, amount: asked.amount, metadata: { orderId: asked.orderId, refundId } },
      { idempotencyKey: `refund-${refundId}` },
    )
    .catch((error: unknown) => ({ refused: refusalIn(error) }));
  if ('refused' in sent) {
    // The chargeback's event may arrive later than its effect.
    if (sent.refused === 'charge_disputed') await syncChargebacks(platform, asked.orderId);
    if (await doesBankDecide(platform.db, asked.orderId)) return;
    // "Already refunded" may be the result of our own earlier call whose answer was lost.
    if (!(await isStillAsked(platform, asked.orderId, refundId))) return;
    platform.log.error('a refund was refused by Stripe', { orderId: asked.orderId, refundId, refused: sent.refused });
    await refuseRefund(platform, asked.orderId, refundId, sent.refused);
    return;
  }
  await write(platform, async (tx) => followRefund(tx, await lockOrder(tx, asked.orderId), sent, platform.clock.now()));
}

/** Whether Stripe's list knows nothing of it either. */
async function isStillAsked(platform: Platform, orderId: string, refundId: string): Promise<boolean> {
  await syncRefunds(platform, orderId);
  const [row] = await platform.db.select({ state: refund.state }).from(refund).where(eq(refund.id, refundId));
  return row?.state === 'asked';
}

/** Stripe's word for why it will not do it, ever. Throws what may pass: no connection, too many calls, a wrong key. */
function refusalIn(error: unknown): string {
  if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
    return error.code ?? 'refused';
  throw error;
}
