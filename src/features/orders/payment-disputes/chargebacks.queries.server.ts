import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderRefusals } from '../contract.ts';
import { type ChargebackRow, chargeback } from '../model/order.tables.ts';
import { chargebackPart } from '../purchase/purchase.tables.ts';

/**
 * The amount that the buyer's bank has taken of an order's payment, in whole minor units; `for good`: of lost
 * chargebacks only.
 */
export async function takenOf(tx: Tx, orderId: string, which: 'all' | 'for good' = 'all'): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${chargebackPart.takenAmount}), 0)::bigint`.mapWith(Number) })
    .from(chargebackPart)
    .innerJoin(chargeback, eq(chargeback.id, chargebackPart.chargebackId))
    .where(and(eq(chargebackPart.orderId, orderId), which === 'all' ? undefined : eq(chargeback.status, 'lost')));
  return row?.sum ?? 0;
}

/** What the market bears of an order's chargebacks: that part of it stays a sale of its seller. */
export async function coveredOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${chargebackPart.coveredAmount}), 0)::bigint`.mapWith(Number) })
    .from(chargebackPart)
    .where(eq(chargebackPart.orderId, orderId));
  return row?.sum ?? 0;
}

/** Whether a chargeback takes a part of this order. */
export const isOfOrder = (orderId: string | SQLWrapper): SQL =>
  sql`${chargeback.id} in (select chargeback_id from chargeback_part where order_id = ${orderId})`;

/** The chargebacks of these orders, each with its part of the order, the oldest first. */
export async function listChargebacks(db: Db, orderIds: readonly string[]): Promise<ChargebackOfOrder[]> {
  const rows = await db
    .select({ row: chargeback, part: chargebackPart })
    .from(chargebackPart)
    .innerJoin(chargeback, eq(chargeback.id, chargebackPart.chargebackId))
    .where(inArray(chargebackPart.orderId, [...orderIds]))
    .orderBy(asc(chargeback.openedAt), asc(chargeback.id));
  return rows.map(({ row, part: { orderId, amount, takenAmount, coveredAmount } }) => ({
    ...row,
    orderId,
    amount,
    takenAmount,
    coveredAmount,
  }));
}

/** The amounts are those of the order; the market bears the covered one. */
export type ChargebackOfOrder = ChargebackRow & { orderId: string; coveredAmount: number };

/** Whether a bank has not decided yet: the order's timers are stopped. */
export async function hasOpenChargeback(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(chargeback, and(isOfOrder(orderId), isNull(chargeback.closedAt)))) > 0;
}

/** Whether the money itself is in question: Stripe would refuse a refund. */
export async function doesBankDecide(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(chargeback, and(isOfOrder(orderId), isUndecided))) > 0;
}

/** Open, and no refund can be made; the same as `blocksRefunds` says of a row. */
export const isUndecided = and(isNull(chargeback.closedAt), eq(chargeback.isRefundable, false));

/**
 * Refuses (409) to give money back while the buyer's bank decides about it: it would be paid twice. The order's row
 * must be locked.
 */
export async function refuseWhileBankDecides(tx: Tx, orderId: string): Promise<void> {
  if (!(await doesBankDecide(tx.db, orderId))) return;
  throw conflict(
    orderRefusals.chargedBack,
    'You can’t refund this order while a payment dispute is open. This prevents a second refund.',
  );
}
