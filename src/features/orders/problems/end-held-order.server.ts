import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { closeCase } from '../cases/move-case.server.ts';
import { orderRefusals } from '../contract.ts';
import { lockOrder, moveOrder, noteOrder } from '../fulfil/move-order.server.ts';
import { mayMove } from '../model/order.process.ts';
import { attentionColumns } from '../model/order.texts.ts';
import { leftOf, requestRefund, requireMoney } from '../refunds/refunds.server.ts';

interface HeldDecision {
  orderId: string;
  /** The admin's id. */
  by: string;
  /** Read by both sides, on the order's page and in their mail. */
  reason: string;
}

/**
 * An admin refunds all that is left of an order whose payment is on hold for long, for any reason. An open problem or
 * request ends. Refuses (409) while a bank decides, and where nothing is left.
 */
export async function refundHeldOrder(tx: Tx, { orderId, by, reason }: HeldDecision, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  await requireMoney(tx, order);
  await requestRefund(tx, order, { cause: 'operator', reason, askedBy: by }, now);
  const mover = { by: 'operator', actorId: by, note: reason, happening: 'refund_held' } as const;
  // A completed order stays so, and one that has ended already.
  if ('transition' in mayMove('refund', 'operator', order, now)) await moveOrder(tx, order, 'refund', mover, now);
  else {
    await closeCase(tx, orderId, 'ended', now);
    await noteOrder(tx, order, mover, now);
  }
}

/**
 * An admin decides that a payment that is on hold for long is its seller's: an open problem or request ends, and both sides
 * read why. `payouts` books it. Refuses (409) an order that was canceled or refunded.
 */
export async function closeHeldOrder(tx: Tx, { orderId, by, reason }: HeldDecision, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status === 'canceled' || order.status === 'refunded' || (await leftOf(tx, order)) <= 0)
    throw conflict(orderRefusals.wrongState, 'This order was cancelled or refunded. Refund the buyer.', {
      orderStatus: order.status,
    });
  const mover = { by: 'operator', actorId: by, note: reason, happening: 'release_held' } as const;
  // A bank never withdraws its warning; the admin has read it.
  const facts = order.attention === 'fraud_warning' ? attentionColumns(null) : {};
  if (order.status === 'disputed') await moveOrder(tx, order, 'complete', mover, now, facts);
  else {
    await closeCase(tx, orderId, 'ended', now);
    await noteOrder(tx, order, { ...mover, facts }, now);
  }
}
