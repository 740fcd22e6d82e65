import { and, eq, isNull, sql } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderRefusals } from '../contract.ts';
import { chargeback } from '../model/order.tables.ts';

/**
 * The amount that the buyer's bank has taken of an order's payment, in whole minor units; `for good`: of lost
 * chargebacks only.
 */
export async function takenOf(tx: Tx, orderId: string, which: 'all' | 'for good' = 'all'): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${chargeback.takenAmount}), 0)::bigint`.mapWith(Number) })
    .from(chargeback)
    .where(and(eq(chargeback.orderId, orderId), which === 'all' ? undefined : eq(chargeback.status, 'lost')));
  return row?.sum ?? 0;
}

/** Whether a bank has not decided yet: the order's timers are stopped. */
export async function hasOpenChargeback(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(chargeback, and(eq(chargeback.orderId, orderId), isNull(chargeback.closedAt)))) > 0;
}

/** Whether the money itself is in question: Stripe would refuse a refund. */
export async function doesBankDecide(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(chargeback, and(eq(chargeback.orderId, orderId), isUndecided))) > 0;
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
