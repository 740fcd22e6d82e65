import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { type Tx, write } from '#platform/outbox/write.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { settleSale } from '../fulfil/settle-sale.server.ts';
import { type ChargebackRow, chargeback, type OrderRow, type PaymentRow, payment } from '../model/order.tables.ts';
import { bookMoney } from '../refunds/refunds.server.ts';
import { chargebackMoved } from './follow-chargeback.server.ts';

/**
 * Makes our chargebacks of an order's payment agree with Stripe's list; idempotent and independent of the order of
 * calls. Reads are numbered before Stripe is called: an answer that was requested before the stored one changes
 * nothing. An order without money in it is left alone.
 */
export async function syncChargebacks(platform: Platform, orderId: string): Promise<void> {
  const [paid] = await platform.db
    .update(payment)
    .set({ chargebackReading: sql`${payment.chargebackReading} + 1` })
    .where(and(eq(payment.orderId, orderId), isNotNull(payment.capturedAt)))
    .returning();
  if (!paid?.paymentIntentId) return;
  const { data } = await platform.payments.stripe.disputes.list({ payment_intent: paid.paymentIntentId, limit: 100 });
  await write(platform, async (tx) => {
    let order = await lockOrder(tx, orderId);
    const now = platform.clock.now();
    for (const found of [...data].sort((a, b) => a.created - b.created))
      order = await follow(tx, order, paid, found, now);
    // An item of which a bank holds any money is no sale at that price; it is one again when the bank returns it.
    if (data.length > 0) await settleSale(tx, order);
    await tx.db.update(chargeback).set({ readAt: now }).where(eq(chargeback.orderId, orderId));
  });
}

/** Makes our record of one dispute say what Stripe's says, the books with it; then the order follows. */
async function follow(tx: Tx, order: OrderRow, paid: PaymentRow, found: Stripe.Dispute, now: Date): Promise<OrderRow> {
  const [known] = await tx.db.select().from(chargeback).where(eq(chargeback.id, found.id));
  if (known && known.reading > paid.chargebackReading) return order;
  const facts = factsOf(order, paid, found, known, now);
  const booked = facts.takenAmount - (known?.takenAmount ?? 0);
  const bookings = (known?.bookings ?? 0) + (booked === 0 ? 0 : 1);
  const row = { ...facts, bookings, reading: paid.chargebackReading, readAt: now };
  const [written] = await tx.db
    .insert(chargeback)
    .values({ id: found.id, orderId: order.id, openedAt: new Date(found.created * 1_000), ...row })
    .onConflictDoUpdate({ target: chargeback.id, set: row })
    .returning();
  if (booked !== 0) await bookMoney(tx, order, { kind: 'chargeback', of: `${found.id}:${bookings}` }, -booked, now);
  const was = known ? chargebackState(known.status) : null;
  return written && was !== chargebackState(written.status)
    ? chargebackMoved(tx, { order, paid, row: written, was }, now)
    : order;
}

function factsOf(
  order: OrderRow,
  paid: PaymentRow,
  found: Stripe.Dispute,
  known: ChargebackRow | undefined,
  now: Date,
) {
  // A chargeback in another currency is for the whole payment.
  const amount = found.currency === order.currency.toLowerCase() ? found.amount : paid.capturedAmount;
  const { due_by: dueBy } = found.evidence_details;
  // Withdrawn and not reinstated. The amounts are in the account's own currency, so only the sign of the sum is used.
  const isTaken = found.balance_transactions.reduce((sum, one) => sum + one.amount, 0) < 0;
  return {
    status: found.status,
    reason: found.reason,
    amount,
    isRefundable: found.is_charge_refundable,
    takenAmount: isTaken ? amount : 0,
    evidenceDueAt: dueBy ? new Date(dueBy * 1_000) : null,
    closedAt: chargebackState(found.status) === 'open' ? null : (known?.closedAt ?? now),
  };
}
