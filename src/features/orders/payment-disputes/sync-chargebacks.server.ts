import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { figuresInForce } from '#features/shipping/index.server.ts';
import { splitByRemainder } from '#kernel/numbers/split.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import type { Platform } from '#platform/platform.ts';
import { settleSale } from '../fulfil/settle-sale.server.ts';
import { signedOrders } from '../lifecycle/self-buying.server.ts';
import { type ChargebackRow, chargeback, type OrderRow } from '../model/order.tables.ts';
import { lockPurchase } from '../purchase/purchase.queries.server.ts';
import { chargebackPart, type PurchaseRow, purchase } from '../purchase/purchase.tables.ts';
import { bookMoney } from '../refunds/refunds.server.ts';
import { splitOverOrders } from '../refunds/split-over-orders.server.ts';
import { coverOfDispute } from './chargeback.rules.ts';
import { chargebackMoved } from './follow-chargeback.server.ts';

/**
 * Makes our chargebacks of a purchase's payment agree with Stripe's list; idempotent and independent of the order of
 * calls. Reads are numbered before Stripe is called: an answer that was requested before the stored one changes
 * nothing. A purchase without money in it is left alone.
 */
export async function syncChargebacks(platform: Platform, purchaseId: string): Promise<void> {
  const [read] = await platform.db
    .update(purchase)
    .set({ chargebackReading: sql`${purchase.chargebackReading} + 1` })
    .where(and(eq(purchase.id, purchaseId), isNotNull(purchase.capturedAt)))
    .returning();
  if (!read?.paymentIntentId) return;
  const { data } = await platform.payments.stripe.disputes.list({ payment_intent: read.paymentIntentId, limit: 100 });
  await write(platform, async (tx) => {
    let { placed } = await lockPurchase(tx, purchaseId);
    const now = platform.clock.now();
    for (const found of [...data].sort((a, b) => a.created - b.created))
      placed = await follow(tx, { read, placed }, found, now);
    if (data.length === 0) return;
    // An item of which a bank holds any money is no sale at that price; it is one again when the bank returns it.
    for (const order of placed) await settleSale(tx, order);
    await tx.db.update(chargeback).set({ readAt: now }).where(eq(chargeback.purchaseId, purchaseId));
  });
}

interface Read {
  /** The purchase as it was numbered. */
  read: PurchaseRow;
  /** Locked. */
  placed: OrderRow[];
}

/**
 * Makes our record of one dispute say what Stripe's says, the books with it; then the orders follow. Returns them as
 * they are then.
 */
async function follow(tx: Tx, { read, placed }: Read, found: Stripe.Dispute, now: Date): Promise<OrderRow[]> {
  const [known] = await tx.db.select().from(chargeback).where(eq(chargeback.id, found.id));
  if (known && known.reading > read.chargebackReading) return placed;
  const facts = factsOf(read, found, known, now);
  const isBooked = facts.takenAmount !== (known?.takenAmount ?? 0);
  const bookings = (known?.bookings ?? 0) + (isBooked ? 1 : 0);
  const row = { ...facts, bookings, reading: read.chargebackReading, readAt: now };
  const before = await partsOf(tx, found.id);
  const shares = await sharesOf(tx, placed, { amount: facts.amount, before });
  await tx.db
    .insert(chargeback)
    .values({ id: found.id, purchaseId: read.id, openedAt: new Date(found.created * 1_000), ...row })
    .onConflictDoUpdate({ target: chargeback.id, set: row });
  const figures = await figuresInForce(tx.db);
  const signed = await signedOrders(
    tx.db,
    shares.map(([{ id }]) => id),
  );
  const moved: { order: OrderRow; amount: number; covered: number }[] = [];
  for (const [order, amount] of shares) {
    const takenAmount = facts.takenAmount === 0 ? 0 : amount;
    const known = before.get(order.id);
    // What is booked stays so, whatever happens to the order or the figures.
    const coveredAmount =
      known && known.takenAmount === takenAmount
        ? known.coveredAmount
        : coverOfDispute(
            { ...order, isSelfBought: signed.has(order.id) },
            { reason: found.reason, amount: takenAmount },
            figures,
          );
    const part = { amount, takenAmount, coveredAmount };
    await tx.db
      .insert(chargebackPart)
      .values({ chargebackId: found.id, orderId: order.id, ...part })
      .onConflictDoUpdate({ target: [chargebackPart.chargebackId, chargebackPart.orderId], set: part });
    moved.push({ order, amount: (known?.takenAmount ?? 0) - takenAmount, covered: coveredAmount });
  }
  await bookMoney(tx, moved, { kind: 'chargeback', of: `${found.id}:${bookings}` }, now);
  const was = known ? chargebackState(known.status) : null;
  if (was === chargebackState(facts.status)) return placed;
  const after: OrderRow[] = [];
  for (const { order, covered } of moved) {
    const amount = shares.find(([{ id }]) => id === order.id)?.[1] ?? 0;
    after.push(await chargebackMoved(tx, { order, row: facts, amount, covered, was }, now));
  }
  return placed.map((order) => after.find(({ id }) => id === order.id) ?? order);
}

type Part = typeof chargebackPart.$inferSelect;

async function partsOf(tx: Tx, chargebackId: string): Promise<Map<string, Part>> {
  const rows = await tx.db.select().from(chargebackPart).where(eq(chargebackPart.chargebackId, chargebackId));
  return new Map(rows.map((part) => [part.orderId, part]));
}

/**
 * What a chargeback takes of each order: as it was split before, while its amount is the same. One whose amount changes
 * is split again over the same orders, in the same proportion.
 */
async function sharesOf(
  tx: Tx,
  placed: readonly OrderRow[],
  { amount, before }: { amount: number; before: ReadonlyMap<string, Part> },
): Promise<[OrderRow, number][]> {
  const split = placed.filter(({ id }) => before.has(id));
  if (split.length === 0) return splitOverOrders(tx, placed, amount);
  const shares = splitByRemainder(
    amount,
    split.map(({ id }) => before.get(id)?.amount ?? 0),
  );
  return split.map((order, at) => [order, shares[at] ?? 0]);
}

function factsOf(read: PurchaseRow, found: Stripe.Dispute, known: ChargebackRow | undefined, now: Date) {
  // A chargeback in another currency is for the whole payment.
  const amount = found.currency === read.currency.toLowerCase() ? found.amount : read.capturedAmount;
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
