import { eq, sql } from 'drizzle-orm';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals, type RefundInput } from '../contract.ts';
import { appendChanged, lockOrder, moveOrder, notifyUpdates, sideFor } from '../fulfil/move-order.server.ts';
import { mayMove } from '../model/order.process.ts';
import { type OrderRow, orderHistory, orders } from '../model/order.tables.ts';
import { noteColumns } from '../model/order.texts.ts';
import { refuseWhileBankDecides, takenOf } from '../payment-disputes/chargebacks.queries.server.ts';
import { countRefund } from './count-refund.server.ts';
import { namedItems } from './refunded-items.server.ts';
import { leftOf, refundedOf, requestRefund } from './refunds.server.ts';

/**
 * The seller refunds money: all of it ends the order, a part leaves it in its state. The refund is stored here and sent
 * by a job, once. Where it names items it is for those alone. Refuses the buyer and, after 30 a day, a seller without a
 * step-up (403), an order without money in it, with an open chargeback, or of which more was refunded than the seller
 * saw (409), more than is left of the payment and items that are not in it (422).
 */
export async function refundOrder(
  platform: Platform,
  actor: Actor,
  orderId: string,
  input: RefundInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by = sideFor(order, actor, 'refund');
    await countRefund(platform, tx, actor);
    await refuseWhileBankDecides(tx, orderId);
    await refuseOtherRefunded(tx, order, input.expectedRefunded?.amount);
    const now = platform.clock.now();
    const left = await leftOf(tx, order);
    const wanted = typeof input.amount === 'number' ? { amount: input.amount, currency: order.currency } : input.amount;
    const named = await namedItems(tx, order, input.items);
    const amount = wanted?.amount ?? (named ? Math.min(named.worth, left) : left);
    const isAll = amount === left;
    const mover = { by, actorId: actor.id, note: input.reason };
    // All of it ends the order; a part that the process does not allow is refused by the same move.
    if (isAll || !('transition' in mayMove('refund', by, order, now))) await moveOrder(tx, order, 'refund', mover, now);
    if (left <= 0)
      throw conflict(orderRefusals.wrongState, 'There’s nothing left to refund on this order.', {
        orderStatus: order.status,
      });
    if (wanted && wanted.currency !== order.currency) {
      throw invalid({ amount: `Enter an amount in ${order.currency}, the currency of the order.` });
    }
    if (named && !named.areAll && amount > named.worth)
      throw invalid({
        amount: `You can refund up to ${formatMoney(money(named.worth, order.currency))} for these cards.`,
      });
    if (amount < 1) throw invalid({ amount: 'Enter an amount of at least 0.01.' });
    if (amount > left) throw invalid({ amount: `You can refund up to ${formatMoney(money(left, order.currency))}.` });
    await requestRefund(
      tx,
      order,
      { amount, cause: 'seller', reason: input.reason, askedBy: actor.id, positions: named?.positions },
      now,
    );
    if (isAll) return;
    await tx.db.insert(orderHistory).values({
      orderId,
      status: order.status,
      at: now,
      by,
      actorId: actor.id,
      ...noteColumns(input.reason, {
        code: 'refunded_part',
        params: { ...money(amount, order.currency), titles: named?.titles ?? null },
      }),
    });
    const [noted] = await tx.db
      .update(orders)
      .set({ buyerRead: false, updatedAt: now, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId))
      .returning();
    if (!noted) return;
    appendChanged(tx, noted, order.status, by);
    await notifyUpdates(tx, noted, { happening: 'refund_part', by, from: order.status }, now);
  });
}

/** A form that is sent twice must not pay twice. */
async function refuseOtherRefunded(tx: Tx, order: OrderRow, expected: number | undefined): Promise<void> {
  const refunded = (await refundedOf(tx, order.id)) + (await takenOf(tx, order.id, 'for good'));
  if (expected === undefined || expected === refunded) return;
  const sum = formatMoney(money(refunded, order.currency));
  throw conflict(
    orderRefusals.refundedChanged,
    `${sum} of this order was refunded before. Nothing more was refunded. Check the amount, then try again.`,
    { refunded: money(refunded, order.currency) },
  );
}
