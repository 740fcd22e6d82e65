import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { type Db, readTogether } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { orderCase } from '../cases/case.tables.ts';
import { callOffPurchase } from '../checkout/call-off-purchase.server.ts';
import type { ClosedCheckout } from '../checkout/close-checkout.server.ts';
import { endPurchase } from '../checkout/end-purchase.server.ts';
import type { OrderStatus } from '../model/order.process.ts';
import { titleOfFirst } from '../model/order.rules.ts';
import {
  buyerTrace,
  chargeback,
  itemsOfOrder,
  type OrderRow,
  orderItem,
  orderOrigin,
  orders,
} from '../model/order.tables.ts';
import { orderDeadlines } from '../model/order.times.ts';
import { addressFields } from '../payment-disputes/chargeback.evidence.ts';
import { firstOrders } from '../place/first-orders.server.ts';
import { forgetProblemPhotos } from '../problems/problem-photos.server.ts';
import { chargebackPart, purchase } from '../purchase/purchase.tables.ts';

/** Paid and not completed: one side still owes the goods or the money. */
const owedStatuses = ['paid', 'awaiting_shipping', 'shipped', 'delivered', 'disputed'] as const satisfies OrderStatus[];

interface OwedOrder {
  id: string;
  title: string;
  /** The precondition of the deletion. */
  owed: string;
}

export interface OwedOrders {
  /** The oldest of them. */
  orders: OwedOrder[];
  /** All of them. */
  total: number;
}

/** The number of orders that are listed by title; the others are only counted. */
const namedAtMost = 20;

type OwedStatus = (typeof owedStatuses)[number];
const isOwed = (status: OrderStatus): boolean => owedStatuses.some((owed) => owed === status);

const owedBy: Record<OwedStatus, { buyer: string; seller: string }> = {
  paid: { buyer: 'the seller hasn’t shipped it yet', seller: 'you haven’t shipped it yet' },
  awaiting_shipping: { buyer: 'the seller hasn’t shipped it yet', seller: 'you haven’t shipped it yet' },
  shipped: { buyer: 'you haven’t confirmed delivery yet', seller: 'the buyer hasn’t confirmed delivery yet' },
  delivered: {
    buyer: `it is completed ${orderDeadlines.reportWithin} after delivery`,
    seller: `it is completed ${orderDeadlines.reportWithin} after delivery`,
  },
  disputed: {
    buyer: 'the problem that you reported isn’t resolved',
    seller: 'the reported problem isn’t resolved',
  },
};

const bankDecides = {
  buyer: 'the payment dispute of your bank isn’t decided',
  seller: 'the payment dispute of the buyer’s bank isn’t decided',
};

const returnIsOpen = {
  buyer: 'the return of your withdrawal isn’t finished',
  seller: 'the return of the buyer’s withdrawal isn’t finished',
};

/**
 * The orders for which this member cannot go yet: the oldest by name, each with what is owed, and how many there are.
 */
export async function listOwedOrders(db: Db, memberId: string): Promise<OwedOrders> {
  const sides = [eq(orders.buyerId, memberId), eq(orders.sellerId, memberId)];
  const facts = { id: orders.id, status: orders.status, buyerId: orders.buyerId, createdAt: orders.createdAt };
  // Each along its own indexes: the few that a bank decides about, in whatever state, completed ones that are returned,
  // and those that are under way.
  const [atBank, returned, oldest, ...counts] = await readTogether(
    db,
    () =>
      db
        .selectDistinct(facts)
        .from(chargeback)
        .innerJoin(chargebackPart, eq(chargebackPart.chargebackId, chargeback.id))
        .innerJoin(orders, eq(orders.id, chargebackPart.orderId))
        .where(and(isNull(chargeback.closedAt), or(...sides))),
    () =>
      db
        .select(facts)
        .from(orders)
        .innerJoin(orderCase, and(eq(orderCase.orderId, orders.id), ne(orderCase.state, 'closed')))
        .where(and(eq(orders.status, 'completed'), or(...sides))),
    () =>
      firstOrders(
        db,
        sides.flatMap((side) => owedStatuses.map((status) => and(side, eq(orders.status, status)))),
        { by: 'oldest', limit: namedAtMost },
      ),
    ...sides.map((side) => () => db.$count(orders, and(side, inArray(orders.status, [...owedStatuses])))),
  );
  const isAtBank = ({ id }: { id: string }) => atBank.some((row) => row.id === id);
  const waiting = [
    ...atBank.map((row) => ({ row, owed: bankDecides })),
    ...returned.filter((row) => !isAtBank(row)).map((row) => ({ row, owed: returnIsOpen })),
  ];
  const decided = new Set(waiting.map(({ row }) => row.id));
  const named = [
    ...waiting,
    ...oldest.filter(({ id }) => !decided.has(id)).map((row) => ({ row, owed: owedBy[row.status as OwedStatus] })),
  ]
    .sort((a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime() || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, namedAtMost);
  const titles = await titlesOf(
    db,
    named.map(({ row }) => row.id),
  );
  return {
    orders: named.map(({ row, owed }) => ({
      id: row.id,
      title: titles.get(row.id) ?? '',
      owed: owed[row.buyerId === memberId ? 'buyer' : 'seller'],
    })),
    // Read by statements of their own: what one of them saw end still counts where another has it by name.
    total: Math.max(
      named.length,
      counts.reduce((sum, n) => sum + n, 0) + waiting.filter(({ row }) => !isOwed(row.status)).length,
    ),
  };
}

async function titlesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orderItem.orderId, title: orderItem.title, count: itemsOfOrder })
    .from(orderItem)
    .innerJoin(orders, eq(orders.id, orderItem.orderId))
    .where(and(inArray(orderItem.orderId, [...ids]), eq(orderItem.position, 0)));
  return new Map(rows.map(({ id, title, count }) => [id, titleOfFirst(title, count)]));
}

/** Refuses (409) while something is owed, naming the oldest orders. */
export async function refuseWhileOwed(db: Db, memberId: string): Promise<void> {
  const { orders, total } = await listOwedOrders(db, memberId);
  if (total === 0) return;
  const named = orders.slice(0, 5).map(({ id, title, owed: what }) => `${title} (order ${id}): ${what}`);
  const more = total > named.length ? ` And ${total - named.length} more.` : '';
  const message = `You can delete your account when your orders are completed. ${named.join('. ')}.${more}`;
  throw new Refusal(409, 'orders_owed', message, { details: { orders, total } });
}

/**
 * Cancels the purchases of the member's unpaid orders, on either side: the payment page is closed first, and a payment
 * that was faster wins. Throws (503) while Stripe does not answer.
 */
export async function endUnpaidOrders(platform: Platform, memberId: string): Promise<void> {
  for (const order of await listUnpaid(platform.db, memberId)) {
    const closed = await callOffFor(platform, order, memberId);
    if (closed === 'unknown') {
      const sentence =
        'We couldn’t reach our payment provider, so an unpaid order wasn’t cancelled. Try again in a minute.';
      throw new Refusal(503, 'payment_unavailable', sentence, { retryAfterSeconds: 30 });
    }
  }
}

function callOffFor(
  platform: Platform,
  { purchaseId, buyerId }: UnpaidOrder,
  memberId: string,
): Promise<ClosedCheckout> {
  return buyerId === memberId
    ? callOffPurchase(platform, purchaseId, 'cancel', { by: 'buyer', actorId: memberId })
    : callOffPurchase(platform, purchaseId, 'expire', { by: 'timer' }, 'seller_left');
}

/**
 * Cancels one unpaid order of a member whose account is deleted. Returns whether the order no longer waits for money:
 * it still does while Stripe does not answer or a payment is under way, but not for longer than its payment page lives.
 */
export async function endUnpaidOrder(platform: Platform, orderId: string, memberId: string): Promise<boolean> {
  const find = async () => (await listUnpaid(platform.db, memberId)).find(({ id }) => id === orderId);
  const order = await find();
  if (!order) return true;
  try {
    await callOffFor(platform, order, memberId);
    if (await find()) await endPurchase(platform, order.purchaseId);
  } catch (error) {
    platform.log.warn('an unpaid order could not be called off yet', { orderId, error });
  }
  return (await find()) === undefined;
}

export async function hasUnpaidOrders(db: Db, memberId: string): Promise<boolean> {
  return (await listUnpaid(db, memberId)).length > 0;
}

type UnpaidOrder = Pick<OrderRow, 'id' | 'purchaseId' | 'buyerId'>;

function listUnpaid(db: Db, memberId: string): Promise<UnpaidOrder[]> {
  return db
    .select({ id: orders.id, purchaseId: orders.purchaseId, buyerId: orders.buyerId })
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
 * Takes the member's address out of their orders and of what banks were sent, in the caller's transaction. What was
 * sold, when and for how much stays: it is the other side's record too. A pause before the next hold stays, else
 * undoing or signing up again would end it: it is swept when it is over, within a day.
 */
export async function forgetBuyer(
  tx: Tx,
  { memberId, undoUntil }: Pick<DeletedMember, 'memberId' | 'undoUntil'>,
): Promise<void> {
  await tx.db.update(orders).set({ address: null }).where(eq(orders.buyerId, memberId));
  await forgetProblemPhotos(tx, memberId, undoUntil);
  const bought = tx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, memberId));
  const withoutAddress = addressFields.reduce(
    (evidence, field) => sql`${evidence} - ${field}::text`,
    sql`${chargeback.evidence}`,
  );
  const paid = tx.db.select({ id: purchase.id }).from(purchase).where(eq(purchase.buyerId, memberId));
  await tx.db.update(chargeback).set({ evidence: withoutAddress }).where(inArray(chargeback.purchaseId, paid));
  await tx.db.delete(buyerTrace).where(eq(buyerTrace.memberId, memberId));
  await tx.db.delete(orderOrigin).where(inArray(orderOrigin.orderId, bought));
}

const bought = 'order_id in (select id from orders where buyer_id = $1)';

export const buyerReturns: Restoration = {
  rows: {
    orders: 'buyer_id = $1',
    order_photo: bought,
    order_origin: bought,
    chargeback: 'purchase_id in (select id from purchase where buyer_id = $1)',
    buyer_trace: 'member_id = $1',
  },
};
