import { eq, sql } from 'drizzle-orm';
import { money } from '#kernel/numbers/money.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import { appendChanged, lockOrder, moveOrder } from '../fulfil/move-order.server.ts';
import { mayMove } from '../model/order.process.ts';
import { orderHistory, orders, refund } from '../model/order.tables.ts';
import { attentionColumns, hasAttention, noteColumns } from '../model/order.texts.ts';
import { refuseWhileBankDecides } from '../payment-disputes/chargebacks.queries.server.ts';
import { leftOf, requestRefund } from './refunds.server.ts';
import { refusalOf } from './sync-refunds.server.ts';

/**
 * An admin sends a failed refund again: as a new refund with a key of its own, of the failed amount and never more than
 * is left of the payment. Each failed refund is sent again once; should that fail too, the new one can be. Refuses an
 * unknown refund (404), and one that did not fail, was sent again already, whose money was refunded in another way
 * since, or whose payment has an open chargeback (409).
 */
export async function retryRefund(
  platform: Platform,
  { orderId, refundId, by }: { orderId: string; refundId: string; by: string },
): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const rows = await tx.db.select().from(refund).where(eq(refund.orderId, orderId));
    const failed = rows.find(({ id }) => id === refundId);
    if (!failed) throw notFound('We couldn’t find this refund.');
    if (failed.state !== 'failed') throw conflict(orderRefusals.refundNotFailed, 'This refund hasn’t failed.');
    if (rows.some(({ retryOf }) => retryOf === refundId))
      throw conflict(orderRefusals.refundRetried, 'This refund was already retried.');
    await refuseWhileBankDecides(tx, orderId);
    const amount = Math.min(failed.amount, await leftOf(tx, order));
    if (amount < 1) throw conflict(orderRefusals.refundRetried, 'The payment was fully refunded in another way.');
    const now = platform.clock.now();
    const left = await requestRefund(
      tx,
      order,
      {
        amount,
        cause: 'operator',
        covered: Math.min(failed.coveredAmount, amount),
        reason: failed.reason ?? undefined,
        askedBy: by,
        retryOf: refundId,
        positions: failed.positions ?? undefined,
      },
      now,
    );
    await recordAct(
      tx,
      { by, act: 'refund.retried', subject: orderId, data: { refundId, amount, currency: order.currency } },
      now,
    );
    await tx.db.insert(orderHistory).values({
      orderId,
      status: order.status,
      at: now,
      by: 'operator',
      actorId: by,
      ...noteColumns(undefined, { code: 'refund_resent', params: money(amount, order.currency) }),
    });
    const [noted] = await tx.db
      .update(orders)
      .set({
        ...(hasAttention(order, refusalOf(failed, failed.failure ?? '')) && attentionColumns(null)),
        buyerRead: false,
        updatedAt: now,
        version: sql`${orders.version} + 1`,
      })
      .where(eq(orders.id, orderId))
      .returning();
    if (!noted) return;
    // A full refund ends the order with the refund's own wording: no admin has decided a report.
    if (left === 0 && 'transition' in mayMove('refund', 'stripe', noted, now))
      await moveOrder(tx, noted, 'refund', { by: 'stripe' }, now);
    else appendChanged(tx, noted, order.status, 'operator');
  });
}
