import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Leaver } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffUnpaid } from './call-off-unpaid.server.ts';
import { addressFields } from './chargeback.evidence.ts';
import type { ClosedCheckout } from './close-checkout.server.ts';
import { endHold } from './end-hold.server.ts';
import type { OrderStatus } from './order.process.ts';
import { titleOfFirst } from './order.rules.ts';
import { buyerTrace, chargeback, holdPause, itemsOfOrder, orderItem, orderOrigin, orders } from './order.tables.ts';
import { orderPromises } from './order.times.ts';
import { forgetProblemPhotos } from './problem-photos.server.ts';

/** Paid and not done: somebody still owes something. */
const owedStatuses = ['paid', 'awaiting_shipping', 'shipped', 'delivered', 'disputed'] as const satisfies OrderStatus[];

export interface OwedOrder {
  id: string;
  title: string;
  /** What has to happen before the member can go. */
  owed: string;
}

const owedBy: Record<(typeof owedStatuses)[number], { buyer: string; seller: string }> = {
  paid: { buyer: 'the seller still has to send it', seller: 'you still have to send it' },
  awaiting_shipping: { buyer: 'the seller still has to send it', seller: 'you still have to send it' },
  shipped: { buyer: 'it is on its way to you; say when it has arrived', seller: 'it is on its way to the buyer' },
  delivered: {
    buyer: `it is completed ${orderPromises.reportWithin} after it arrived`,
    seller: `it is completed ${orderPromises.reportWithin} after it arrived`,
  },
  disputed: { buyer: 'the problem that you reported is not settled', seller: 'the problem that was reported is not settled' },
};

const bankDecides = { buyer: 'your bank has not decided about the payment', seller: 'the buyer’s bank has not decided about the payment' };

/** The orders for which this member cannot go yet, oldest first, each with what is owed. */
export async function listOwedOrders(db: Db, memberId: string): Promise<OwedOrder[]> {
  const columns = {
    id: orders.id,
    status: orders.status,
    buyerId: orders.buyerId,
    title: orderItem.title,
    count: itemsOfOrder,
    createdAt: orders.createdAt,
  };
  const hasTitle = and(eq(orderItem.orderId, orders.id), eq(orderItem.position, 0));
  // Two reads, each along its own index: the few that a bank decides about, in whatever state, and those that are under way.
  const [atBank, underWay] = await Promise.all([
    db
      .selectDistinct(columns)
      .from(chargeback)
      .innerJoin(orders, eq(orders.id, chargeback.orderId))
      .innerJoin(orderItem, hasTitle)
      .where(and(isNull(chargeback.closedAt), isSideOf(memberId))),
    db
      .select(columns)
      .from(orders)
      .innerJoin(orderItem, hasTitle)
      .where(and(isSideOf(memberId), inArray(orders.status, [...owedStatuses]))),
  ]);
  const decided = new Set(atBank.map(({ id }) => id));
  const rows = [
    ...atBank.map((row) => ({ ...row, owed: bankDecides })),
    ...underWay.filter(({ id }) => !decided.has(id)).map((row) => ({ ...row, owed: owedBy[row.status as (typeof owedStatuses)[number]] })),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  return rows.map(({ id, title, count, buyerId, owed }) => ({
    id,
    title: titleOfFirst(title, count),
    owed: owed[buyerId === memberId ? 'buyer' : 'seller'],
  }));
}

/** Refuses (409) while something is owed, naming each order. */
export async function refuseWhileOwed(db: Db, memberId: string): Promise<void> {
  const owed = await listOwedOrders(db, memberId);
  if (owed.length === 0) return;
  const named = owed.slice(0, 5).map(({ id, title, owed: what }) => `${title} (order ${id}): ${what}`);
  const more = owed.length > 5 ? ` And ${owed.length - 5} more.` : '';
  const message = `You can delete your account when your orders are done. ${named.join('. ')}.${more}`;
  throw new Refusal(409, 'orders_owed', message, { details: { orders: owed } });
}

/** Calls off what is not paid, on either side: the payment page is closed first, and a payment that was faster is kept. Throws (503) while Stripe does not answer. */
export async function endUnpaidOrders(platform: Platform, memberId: string): Promise<void> {
  for (const order of await listUnpaid(platform.db, memberId)) {
    const closed = await callOffFor(platform, order, memberId);
    if (closed === 'unknown') {
      const sentence = 'The payment service does not answer right now, so an unpaid order could not be called off. Try again in a minute.';
      throw new Refusal(503, 'payment_unavailable', sentence, { retryAfterSeconds: 30 });
    }
  }
}

function callOffFor(platform: Platform, { id, buyerId }: { id: string; buyerId: string }, memberId: string): Promise<ClosedCheckout> {
  return buyerId === memberId
    ? callOffUnpaid(platform, id, 'cancel', { by: 'buyer', actorId: memberId })
    : callOffUnpaid(platform, id, 'expire', { by: 'timer' }, 'The seller has left the market');
}

/**
 * Calls one unpaid order off for a side of it that leaves. Tells whether it waits for no money any more: it does while Stripe does not answer, or while a payment
 * is under way, but not for longer than its payment page lives.
 */
export async function endUnpaidOrder(platform: Platform, orderId: string, memberId: string): Promise<boolean> {
  const find = async () => (await listUnpaid(platform.db, memberId)).find(({ id }) => id === orderId);
  const order = await find();
  if (!order) return true;
  try {
    await callOffFor(platform, order, memberId);
    if (await find()) await endHold(platform, orderId);
  } catch (error) {
    platform.log.warn('an unpaid order could not be called off yet', { orderId, error });
  }
  return (await find()) === undefined;
}

export async function hasUnpaidOrders(db: Db, memberId: string): Promise<boolean> {
  return (await listUnpaid(db, memberId)).length > 0;
}

function listUnpaid(db: Db, memberId: string): Promise<{ id: string; buyerId: string }[]> {
  return db
    .select({ id: orders.id, buyerId: orders.buyerId })
    .from(orders)
    .where(and(isSideOf(memberId), eq(orders.status, 'pending_payment')))
    .orderBy(orders.id);
}

function isSideOf(memberId: string) {
  return or(eq(orders.buyerId, memberId), eq(orders.sellerId, memberId));
}

/** The listings of this seller that an order shows. */
export async function listOrderedListings(db: Db, sellerId: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: orderItem.listingId })
    .from(orderItem)
    .innerJoin(orders, eq(orders.id, orderItem.orderId))
    .where(eq(orders.sellerId, sellerId));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Takes the member's address out of their orders and of what banks were sent, in the caller's transaction. What was sold, when and for how much stays: it is the
 * other side's record too. A pause before the next hold stays where the deletion can be undone, else undoing would end it: it is swept when it is over, within a day.
 */
export async function forgetBuyer(tx: Tx, { memberId, isUndoable }: Pick<Leaver, 'memberId' | 'isUndoable'>): Promise<void> {
  await tx.db.update(orders).set({ address: null }).where(eq(orders.buyerId, memberId));
  await forgetProblemPhotos(tx, memberId);
  const bought = tx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, memberId));
  const withoutAddress = addressFields.reduce((evidence, field) => sql`${evidence} - ${field}::text`, sql`${chargeback.evidence}`);
  await tx.db.update(chargeback).set({ evidence: withoutAddress }).where(inArray(chargeback.orderId, bought));
  if (!isUndoable) await tx.db.delete(holdPause).where(eq(holdPause.buyerId, memberId));
  await tx.db.delete(buyerTrace).where(eq(buyerTrace.memberId, memberId));
  await tx.db.delete(orderOrigin).where(inArray(orderOrigin.orderId, bought));
}
