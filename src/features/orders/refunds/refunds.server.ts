import { and, eq, ne, sql } from 'drizzle-orm';
import { type BookingKind, book } from '#features/ledger/index.server.ts';
import { dropSales } from '#features/prices/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderRefusals } from '../contract.ts';
import { sendRefundJob } from '../model/order.jobs.ts';
import { type OrderRow, type PaymentRow, payment, type RefundRow, refund } from '../model/order.tables.ts';
import { refuseWhileBankDecides, takenOf } from '../payment-disputes/chargebacks.queries.server.ts';
import { recountSales } from '../queries/seller-sales.server.ts';

/** The sum of refunds, done or on their way. The order's row must be locked. */
export async function refundedOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${refund.amount}), 0)::bigint`.mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));
  return row?.sum ?? 0;
}

/** What is left of a payment to refund, without what the buyer's bank has taken. The order's row must be locked. */
export async function leftOf(
  tx: Tx,
  { orderId, capturedAmount }: Pick<PaymentRow, 'orderId' | 'capturedAmount'>,
): Promise<number> {
  return capturedAmount - (await refundedOf(tx, orderId)) - (await takenOf(tx, orderId));
}

/**
 * The payment, if any of it is left to refund; refuses an order without, and one with an open chargeback (409). The
 * order's row must be locked.
 */
export async function requireMoney(tx: Tx, order: OrderRow): Promise<PaymentRow> {
  await refuseWhileBankDecides(tx, order.id);
  const [paid] = await tx.db.select().from(payment).where(eq(payment.orderId, order.id));
  if (paid?.capturedAt && (await leftOf(tx, paid)) > 0) return paid;
  throw conflict(orderRefusals.wrongState, 'There’s nothing left to refund on this order.', {
    orderStatus: order.status,
  });
}

export interface WantedRefund {
  /** Whole minor units; all that is left where absent. */
  amount?: number;
  cause: RefundRow['cause'];
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
export async function requestRefund(
  tx: Tx,
  order: OrderRow,
  paid: PaymentRow,
  wanted: WantedRefund,
  now: Date,
): Promise<number> {
  const left = await leftOf(tx, paid);
  const amount = wanted.amount ?? left;
  if (amount <= 0 || amount > left)
    throw new RangeError(`order ${order.id} has ${left} left to give back, not ${amount}`);
  const id = newId(now.getTime());
  await tx.db.insert(refund).values({
    id,
    orderId: order.id,
    amount,
    currency: paid.currency,
    cause: wanted.cause,
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

/** Books money of one order: the platform's balance at Stripe, and what the platform holds for the order. */
export async function bookMoney(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'currency'>,
  { kind, of }: { kind: BookingKind; of: string },
  amount: number,
  now: Date,
): Promise<void> {
  const entries = [
    { account: 'stripe', orderId: order.id, ...money(amount, order.currency) },
    { account: 'order', orderId: order.id, ...money(-amount, order.currency) },
  ] as const;
  await book(tx, { id: `${kind}:${of}`, kind, at: now, entries });
}
