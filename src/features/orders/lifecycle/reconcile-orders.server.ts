import { and, eq, isNull, lt, ne, notExists, or } from 'drizzle-orm';
import { addMs, dayMs, minuteMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderCase } from '../cases/case.tables.ts';
import { endPurchaseJob, readChargebacksJob, sendRefundJob, tickCaseJob, tickJob } from '../model/order.jobs.ts';
import { type OrderStatus, orderTimers } from '../model/order.process.ts';
import { chargeback, orders, refund } from '../model/order.tables.ts';
import { isOfOrder, isUndecided } from '../payment-disputes/chargebacks.queries.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';

const patienceMs = 10 * minuteMs;
/** For so long an order's network is known. */
const originLifeMs = 30 * dayMs;
/** A run takes up so many of each sort; the next one goes on. */
const atMost = 500;

/**
 * Takes up holds, order timers and refunds whose job was lost, and logs how many there were: none in a healthy system.
 * Stripe events that were lost are recovered by `#platform/payments`; open chargebacks are read again daily all the
 * same, since banks take longer than Stripe keeps its list of events. Deletes expired hold pauses, and order origins
 * that are a month old.
 */
export async function reconcileOrders(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await sweepRows(platform.pool, 'order_origin', 'at < $1', [addMs(now, -originLifeMs)]);
  await sweepRows(platform.pool, 'hold_pause', 'until < $1', [now]);
  const before = addMs(now, -patienceMs);
  const held = await platform.db
    .select({ id: purchase.id })
    .from(purchase)
    .where(and(eq(purchase.status, 'open'), lt(purchase.holdExpiresAt, before)))
    .limit(atMost);
  const timed = Object.entries(orderTimers) as [OrderStatus, { afterMs: number }][];
  const overdue = await platform.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(
      and(
        isNull(orders.attention),
        notExists(
          platform.db
            .select()
            .from(chargeback)
            .where(and(isOfOrder(orders.id), isNull(chargeback.closedAt))),
        ),
        or(
          ...timed.map(([status, { afterMs }]) =>
            and(eq(orders.status, status), lt(orders.statusSince, addMs(before, -afterMs))),
          ),
        ),
      ),
    )
    .limit(atMost);
  const unsent = await platform.db
    .select({ id: refund.id })
    .from(refund)
    .where(
      and(
        eq(refund.state, 'asked'),
        lt(refund.askedAt, before),
        notExists(
          platform.db
            .select()
            .from(chargeback)
            .where(and(isOfOrder(refund.orderId), isUndecided)),
        ),
      ),
    )
    .limit(atMost);
  const undecided = await platform.db
    .selectDistinct({ id: chargeback.purchaseId })
    .from(chargeback)
    .where(and(isNull(chargeback.closedAt), lt(chargeback.readAt, addMs(before, -dayMs))))
    .limit(atMost);
  const cases = await platform.db
    .select({ id: orderCase.id, version: orderCase.version })
    .from(orderCase)
    .where(and(ne(orderCase.state, 'closed'), lt(orderCase.dueAt, before)))
    .limit(atMost);
  const lost = held.length + overdue.length + unsent.length + cases.length;
  if (lost + undecided.length === 0) return;
  if (lost > 0)
    platform.log.warn('overdue orders are taken up', {
      holds: held.length,
      timers: overdue.length,
      refunds: unsent.length,
      cases: cases.length,
    });
  await write(platform, async (tx) => {
    for (const { id } of held) tx.enqueue(endPurchaseJob, { purchaseId: id }, { key: id });
    for (const { id, status } of overdue) tx.enqueue(tickJob, { orderId: id, status }, { key: id });
    for (const { id, version } of cases) tx.enqueue(tickCaseJob, { caseId: id, version }, { key: id });
    for (const { id } of undecided) tx.enqueue(readChargebacksJob, { purchaseId: id }, { key: id });
    for (const { id } of unsent) tx.enqueue(sendRefundJob, { refundId: id }, { key: id });
  });
}
