import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { type BookingKind, bookPayment } from '#features/ledger/index.server.ts';
import { dropSales } from '#features/prices/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderRefusals } from '../contract.ts';
import { sendRefundJob } from '../model/order.jobs.ts';
import { type OrderRow, orderItem, type RefundRow, refund } from '../model/order.tables.ts';
import { refuseWhileBankDecides, takenOf } from '../payment-disputes/chargebacks.queries.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';
import { recountSales } from '../queries/seller-sales.server.ts';

/** The sum of refunds, done or on their way. The order's row must be locked. */
export async function refundedOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${refund.amount}), 0)::bigint`.mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));
  return row?.sum ?? 0;
}

type Priced = Pick<OrderRow, 'id' | 'purchaseId' | 'totalAmount'>;

/** An order's part of the payment: its total, once its purchase is paid. The order's row must be locked. */
async function capturedOf(tx: Tx, { purchaseId, totalAmount }: Priced): Promise<number> {
  const isCaptured = and(eq(purchase.id, purchaseId), isNotNull(purchase.capturedAt));
  return (await tx.db.$count(purchase, isCaptured)) > 0 ? totalAmount : 0;
}

/**
 * What is left of an order's part of the payment to refund, without what the buyer's bank has taken. The order's row
 * must be locked.
 */
export async function leftOf(tx: Tx, order: Priced): Promise<number> {
  return (await capturedOf(tx, order)) - (await refundedOf(tx, order.id)) - (await takenOf(tx, order.id));
}

/**
 * Refuses (409) an order of whose payment nothing is left to refund, and one with an open chargeback. The order's row
 * must be locked.
 */
export async function requireMoney(tx: Tx, order: OrderRow): Promise<void> {
  await refuseWhileBankDecides(tx, order.id);
  if ((await leftOf(tx, order)) > 0) return;
  throw conflict(orderRefusals.wrongState, 'There’s nothing left to refund on this order.', {
    orderStatus: order.status,
  });
}

export interface WantedRefund {
  /** Whole minor units; all that is left where absent. */
  amount?: number;
  cause: RefundRow['cause'];
  /** What the market bears of it; 0 where absent. */
  covered?: number;
  reason?: string | undefined;
  askedBy?: string | undefined;
  /** The failed refund that this one takes the place of. */
  retryOf?: string;
  /** For which items; all of the order where absent. */
  positions?: number[] | undefined;
}

/**
 * Writes down a refund and the job that sends it; the items that it is for say no price any more. Never more than was
 * captured: the order's row is locked while the rest is counted.
 */
export async function requestRefund(tx: Tx, order: OrderRow, wanted: WantedRefund, now: Date): Promise<number> {
  const left = await leftOf(tx, order);
  const amount = wanted.amount ?? left;
  if (amount <= 0 || amount > left)
    throw new RangeError(`order ${order.id} has ${left} left to give back, not ${amount}`);
  const id = newId(now.getTime());
  await tx.db.insert(refund).values({
    id,
    orderId: order.id,
    amount,
    currency: order.currency,
    cause: wanted.cause,
    coveredAmount: wanted.covered ?? 0,
    reason: wanted.reason ?? null,
    state: 'asked',
    askedBy: wanted.askedBy ?? null,
    askedAt: now,
    retryOf: wanted.retryOf ?? null,
    positions: wanted.positions ?? null,
  });
  await dropSales(tx, order.id, wanted.positions);
  await recountSales(tx, order);
  tx.enqueue(sendRefundJob, { refundId: id });
  return left - amount;
}

interface Moved {
  order: Pick<OrderRow, 'id' | 'purchaseId' | 'sellerId' | 'currency'>;
  /** What came in for it at Stripe; below 0 what went out. */
  amount: number;
  /** What the market bears of it, where it went out. */
  covered?: number;
}

/** Books money of orders of one purchase that moved at Stripe. The orders must be locked. */
export async function bookMoney(
  tx: Tx,
  moved: readonly Moved[],
  { kind, of, stripeId }: { kind: BookingKind; of: string; stripeId?: string | undefined },
  now: Date,
): Promise<void> {
  const [first] = moved;
  if (!first) return;
  const { currency, purchaseId } = first.order;
  const fees = await agreedFees(
    tx.db,
    moved.map(({ order }) => order.id),
  );
  const parts = moved.map(({ order: { id, sellerId }, amount, covered = 0 }) => ({
    orderId: id,
    sellerId,
    fee: fees.get(id) ?? 0,
    amount,
    covered,
  }));
  await bookPayment(tx, { id: `${kind}:${of}`, kind, purchaseId, stripeId, at: now, currency, parts });
}

/** The marketplace fee that was agreed for each of these orders, where there is one. */
async function agreedFees(db: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({
      orderId: orderItem.orderId,
      fee: sql<number>`sum((${orderItem.snapshot} #>> '{fee,amount}')::bigint)::bigint`.mapWith(Number),
    })
    .from(orderItem)
    .where(inArray(orderItem.orderId, [...orderIds]))
    .groupBy(orderItem.orderId);
  return new Map(rows.map(({ orderId, fee }) => [orderId, fee]));
}
