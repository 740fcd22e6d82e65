import { and, asc, eq } from 'drizzle-orm';
import { type Money, money } from '#kernel/numbers/money.ts';
import { addMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type ChargebackState, chargebackState } from '#platform/payments/chargeback-state.ts';
import { moveOrder, noteOrder } from '../fulfil/move-order.server.ts';
import { sendRefundJob, tickJob } from '../model/order.jobs.ts';
import { mayMove, orderTimers } from '../model/order.process.ts';
import { type ChargebackRow, type OrderRow, refund } from '../model/order.tables.ts';
import { type Attention, attentionColumns, isFraudWarning } from '../model/order.texts.ts';
import { leftOf } from '../refunds/refunds.server.ts';

interface Moved {
  /** Locked. */
  order: OrderRow;
  row: Pick<ChargebackRow, 'status'>;
  /** Its part of the chargeback. */
  amount: number;
  /** What the market bears of it. */
  covered: number;
  was: ChargebackState | null;
}

/** The effects on the order when a chargeback opens, is won, or is lost. Returns the order after them. */
export async function chargebackMoved(
  tx: Tx,
  { order, row, amount, covered, was }: Moved,
  now: Date,
): Promise<OrderRow> {
  const sum = money(amount, order.currency);
  const is = chargebackState(row.status);
  if (is === 'open') {
    return noteOrder(
      tx,
      order,
      { by: 'stripe', coded: { code: 'bank_asks', params: sum }, happening: 'chargeback_opened' },
      now,
    );
  }
  const after =
    is === 'lost' ? await lost(tx, { order, was, covered }, sum, now) : await won(tx, { order, was }, sum, now);
  const timer = orderTimers[after.status];
  const due = timer && addMs(after.statusSince, timer.afterMs);
  if (due) tx.enqueue(tickJob, { orderId: after.id, status: after.status }, { runAt: due < now ? now : due });
  return after;
}

/**
 * The chargeback is lost: that ends an order of which no money is left. An order that had ended before is flagged for
 * an admin. One that the market covers stays a sale of its seller.
 */
async function lost(
  tx: Tx,
  { order, was, covered }: Pick<Moved, 'order' | 'was' | 'covered'>,
  sum: Money,
  now: Date,
): Promise<OrderRow> {
  const left = await settleWaitingRefunds(tx, order, now);
  const isCovered = covered > 0;
  const coded = isCovered
    ? ({ code: 'bank_took_covered', params: { ...sum, covered } } as const)
    : ({ code: 'bank_took', params: sum } as const);
  const twice = left < 0 ? ({ code: 'bank_took_twice', params: { ...sum, given: -left } } as const) : null;
  const late = order.status === 'completed' && !isCovered ? ({ code: 'bank_took_late', params: sum } as const) : null;
  const attention = nextAttention(order, twice ?? late);
  if (left <= 0 && !isCovered && 'transition' in mayMove('charge_back', 'stripe', order, now))
    return moveOrder(tx, order, 'charge_back', { by: 'stripe', coded }, now, attention);
  return noteOrder(
    tx,
    order,
    { by: 'stripe', coded, happening: 'chargeback_lost', facts: { ...attention, ...resumed(order, was, now) } },
    now,
  );
}

/** The order continues in its state, and waiting refunds are sent. */
async function won(tx: Tx, { order, was }: Pick<Moved, 'order' | 'was'>, sum: Money, now: Date): Promise<OrderRow> {
  const coded = { code: 'bank_returned', params: sum } as const;
  for (const { id } of await waitingRefunds(tx, order.id)) tx.enqueue(sendRefundJob, { refundId: id });
  const attention = nextAttention(order, was === 'lost' ? coded : null);
  return noteOrder(
    tx,
    order,
    { by: 'stripe', coded, happening: 'chargeback_won', facts: { ...attention, ...resumed(order, was, now) } },
    now,
  );
}

/**
 * An existing flag stays until an admin has checked it, except for a warning: that is removed once it is over, and
 * would take the new reason with it.
 */
function nextAttention({ attention }: OrderRow, updates: Attention | null): Partial<OrderRow> {
  return attention === null || (updates !== null && isFraudWarning(attention)) ? attentionColumns(updates) : {};
}

/**
 * A seller who must not ship while the bank decides gets the whole time to ship afterwards. For a paid order that time
 * begins when it is handed over.
 */
function resumed(order: OrderRow, was: ChargebackState | null, now: Date): { statusSince?: Date } {
  return was === 'open' && order.status === 'awaiting_shipping' ? { statusSince: now } : {};
}

/**
 * Refunds that waited for the bank are sent as far as there is money for them; what the others would give, the bank has
 * given. Answers what is left of the order's part of the payment.
 */
async function settleWaitingRefunds(tx: Tx, order: OrderRow, now: Date): Promise<number> {
  let left = await leftOf(tx, order);
  for (const { id, amount } of await waitingRefunds(tx, order.id)) {
    if (left >= 0) tx.enqueue(sendRefundJob, { refundId: id });
    else {
      await tx.db
        .update(refund)
        .set({ state: 'failed', failure: 'charged_back', failedAt: now })
        .where(eq(refund.id, id));
      left += amount;
    }
  }
  return left;
}

function waitingRefunds(tx: Tx, orderId: string): Promise<{ id: string; amount: number }[]> {
  return tx.db
    .select({ id: refund.id, amount: refund.amount })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), eq(refund.state, 'asked')))
    .orderBy(asc(refund.id));
}
