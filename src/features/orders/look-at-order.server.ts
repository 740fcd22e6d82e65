import { desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type LookedAtOrder, lookedAtOrderSchema, type OrderTrouble, type TroubledOrder, troubledOrderSchema } from './contract.ts';
import { unknownOrder } from './move-order.server.ts';
import { presentOrder } from './order.present.server.ts';
import { orderItem, orders, payment, refund } from './order.tables.ts';
import { findOrder } from './orders.queries.server.ts';

/** An order as an operator looks at it. Refuses an unknown one (404). */
export async function lookAtOrder(db: Db, orderId: string, now: Date): Promise<LookedAtOrder> {
  const full = isId(orderId) ? await findOrder(db, orderId) : null;
  if (!full) throw notFound(unknownOrder);
  const [refunds, [paid]] = await Promise.all([
    db.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(refund.id),
    db.select().from(payment).where(eq(payment.orderId, orderId)),
  ]);
  const { currency, attention } = full.order;
  const money = (amount: number) => ({ amount, currency });
  const captured = paid?.capturedAmount ?? 0;
  const { totals, ...seen } = presentOrder(full, full.order.sellerId, now);
  return lookedAtOrderSchema.parse({
    ...seen,
    title: seen.items[0]?.title ?? 'Order',
    total: totals.total,
    captured: money(captured),
    refunded: money(full.refundedAmount),
    attention,
    refunds: refunds.map((one) => ({
      ...one,
      amount: money(one.amount),
      askedAt: one.askedAt.toISOString(),
      failedAt: one.failedAt?.toISOString() ?? null,
      canRetry: one.state === 'failed' && !refunds.some(({ retryOf }) => retryOf === one.id) && captured > full.refundedAmount,
    })),
  });
}

/** Failed and not taken up again, while there is money left to give. */
const stuckRefunds = sql`
  select r.order_id from refund r join payment p on p.order_id = r.order_id
  where r.state = 'failed' and not exists (select 1 from refund n where n.retry_of = r.id)
    and p.captured_amount > (select coalesce(sum(g.amount), 0) from refund g where g.order_id = r.order_id and g.state <> 'failed')`;

/** How many orders no timer mends, by what is wrong with them: for what an operator watches. */
export async function countOrderTroubles(db: Db): Promise<Record<OrderTrouble, number>> {
  const { rows } = await db.execute<{ attention: string; stuck: string }>(sql`
    select (select count(*) from orders where attention is not null) as attention, (select count(distinct order_id) from (${stuckRefunds}) s) as stuck`);
  return { attention: Number(rows[0]?.attention ?? 0), refund_failed: Number(rows[0]?.stuck ?? 0) };
}

/** The orders that no timer mends, at most 200, the latest change first. */
export async function listTroubledOrders(db: Db): Promise<TroubledOrder[]> {
  const { rows: stuck } = await db.execute<{ order_id: string }>(stuckRefunds);
  const stuckIds = new Set(stuck.map((row) => row.order_id));
  const rows = await db
    .select({ order: orders, title: orderItem.title })
    .from(orders)
    .leftJoin(orderItem, sql`${orderItem.orderId} = ${orders.id} and ${orderItem.position} = 0`)
    .where(or(isNotNull(orders.attention), inArray(orders.id, [...stuckIds])))
    .orderBy(desc(orders.updatedAt), desc(orders.id))
    .limit(200);
  return rows.map(({ order, title }) =>
    troubledOrderSchema.parse({
      id: order.id,
      title: title ?? 'Order',
      status: order.status,
      total: { amount: order.totalAmount, currency: order.currency },
      troubles: [...(order.attention === null ? [] : ['attention']), ...(stuckIds.has(order.id) ? ['refund_failed'] : [])],
      updatedAt: order.updatedAt.toISOString(),
    }),
  );
}
