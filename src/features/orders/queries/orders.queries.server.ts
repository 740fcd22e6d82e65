import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { findPublicId, findSellers } from '#features/members/index.server.ts';
import { reservedUntil } from '#features/offers/index.server.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { likePart } from '#kernel/text/like.ts';
import type { StoredCount } from '#platform/counters/stored-counters.ts';
import { type Db, readTogether } from '#platform/db/db.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import { listOpenCases } from '../cases/case.queries.server.ts';
import { type ListOrdersInput, orderRoles } from '../contract.ts';
import { ordersOf, waitsFor } from '../fulfil/waiting.rules.server.ts';
import { readOrderNumber } from '../model/order.number.ts';
import { orderPolicy, unknownOrder } from '../model/order.policy.ts';
import {
  itemsOfOrder,
  type OrderRow,
  orderHistory,
  orderItem,
  orders,
  type RefundRow,
  refund,
} from '../model/order.tables.ts';
import { blocksRefunds } from '../payment-disputes/chargeback.rules.ts';
import { type ChargebackOfOrder, listChargebacks } from '../payment-disputes/chargebacks.queries.server.ts';
import { firstOrders } from '../place/first-orders.server.ts';
import { purchase } from '../purchase/purchase.tables.ts';
import type { FullOrder } from './order.present.server.ts';

/** An order with everything that belongs to it, without a check of permissions. */
export async function findOrder(db: Db, orderId: string): Promise<FullOrder | null> {
  const rows = await db.select().from(orders).where(eq(orders.id, orderId));
  const [full] = await complete(db, rows);
  return full ?? null;
}

/** An order with all that belongs to it, for one of its two sides. For everyone else it does not exist. */
export async function getOrderFor(db: Db, memberId: string, orderId: string): Promise<FullOrder> {
  if (!isId(orderId)) throw notFound(unknownOrder);
  const full = await findOrder(db, orderId);
  if (!full) throw notFound(unknownOrder);
  orderPolicy.check({ id: memberId, role: 'member' }, 'see', full.order);
  return full;
}

/**
 * A member's orders on one side or both, newest first. Each side in each state is a walk of its own (`firstOrders`); in
 * one condition it would be all of a member's orders, sorted. `search` narrows to orders of a card by that title, with
 * the member of that name, or with that order number.
 */
export async function listOrdersFor(
  db: Db,
  memberId: string,
  input: ListOrdersInput,
  search = '',
): Promise<Page<FullOrder>> {
  const { role, status = [], cursor, limit } = input;
  const sides = orderRoles
    .filter((side) => role === undefined || role === side)
    .map((side) => ordersOf(memberId, side));
  const states = status.length > 0 ? [...new Set(status)].map((state) => eq(orders.status, state)) : [undefined];
  const said = search === '' ? [undefined] : await meaningsOf(db, search);
  return readPage(
    db,
    sides.flatMap((side) => states.flatMap((state) => said.map((meaning) => and(side, state, meaning)))),
    { cursor, limit },
  );
}

/** One page, newest first, of the orders that any of the conditions finds. */
export async function readPage(
  db: Db,
  conditions: (SQL | undefined)[],
  { cursor, limit }: Pick<ListOrdersInput, 'cursor' | 'limit'>,
): Promise<Page<FullOrder>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await firstOrders(db, conditions, {
    by: 'newest',
    limit: limit + 1,
    after: after ? sql`(${orders.createdAt}, ${orders.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
  });
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: await complete(db, items), nextCursor };
}

/**
 * The counter: how many orders wait for a member, on both sides together. Unread changes and awaited purchases are
 * counted separately, so that a change of the member's tier changes no stored number; the tier is read where it makes a
 * difference.
 */
export const waitingOrders: StoredCount = {
  kinds: {
    'orders-sold': `select seller_id as member_id, count(*) as n from orders
      where not seller_read and (paid_at is not null or status = 'pending_payment') group by seller_id`,
    'orders-bought': 'select buyer_id as member_id, count(*) as n from orders where not buyer_read group by buyer_id',
    'orders-coming':
      "select buyer_id as member_id, count(*) as n from orders where status in ('paid', 'awaiting_shipping') group by buyer_id",
  },
  join: async ({ db }, memberId, of) => {
    const [bought, coming] = [of('orders-bought'), of('orders-coming')];
    return of('orders-sold') + (bought !== coming && (await isPremiumMember(db, memberId)) ? coming : bought);
  },
};

/** The orders that wait for a member, newest first. All pages of it together are as many as the counter says. */
export async function listWaitingOrders(
  db: Db,
  memberId: string,
  { cursor, limit }: Pick<ListOrdersInput, 'cursor' | 'limit'>,
): Promise<Page<FullOrder>> {
  const isPremium = await isPremiumMember(db, memberId);
  return readPage(
    db,
    orderRoles.flatMap((side) => waitsFor(memberId, side, isPremium)),
    { cursor, limit },
  );
}

export async function isPremiumMember(db: Db, memberId: string): Promise<boolean> {
  return (await tierOf(db, memberId)) === 'premium';
}

/**
 * Search conditions, any of which may match: each word appears in an item's title, or the text is the name of the other
 * side or the order number.
 */
async function meaningsOf(db: Db, typed: string): Promise<SQL[]> {
  // PostgreSQL stores no NUL.
  const search = typed.replaceAll('\0', '');
  const words = search.split(/\s+/).slice(0, 8).map(likePart);
  const title = sql`exists (select 1 from order_item i where i.order_id = ${orders.id} and ${and(...words.map((word) => sql`i.title ilike ${word}`))})`;
  const other = await findPublicId(db, search);
  const number = readOrderNumber(search);
  return [
    title,
    ...(other === null ? [] : [sql`(${orders.buyerId} = ${other} or ${orders.sellerId} = ${other})`]),
    ...(number === null ? [] : [hasNumber(number)]),
  ];
}

/** As in the index `orders_number`. */
const hasNumber = (number: string): SQL => sql`upper(right(${orders.id}, 8)) = ${number}`;

/** The ids of the orders with this number: nearly always one, since the end of an id is random. */
export async function findOrdersByNumber(db: Db, number: string): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(hasNumber(number)).limit(10);
  return rows.map(({ id }) => id);
}

/** The parts of these orders, in six queries however many there are. */
export async function complete(db: Db, rows: OrderRow[]): Promise<FullOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [items, history, payments, refunds, chargebacks, cases, parties] = await readTogether(
    db,
    () => db.select().from(orderItem).where(inArray(orderItem.orderId, ids)).orderBy(asc(orderItem.position)),
    () => db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id)),
    () =>
      db
        .select({
          orderId: orders.id,
          capturedAt: purchase.capturedAt,
          sessionUrl: purchase.sessionUrl,
          reservedUntil: reservedUntil(orders.id, itemsOfOrder),
          isOneOfSeveral: sql<boolean>`exists (select from orders o where o.purchase_id = ${purchase}.id and o.id <> ${orders}.id)`,
        })
        .from(orders)
        .innerJoin(purchase, eq(purchase.id, orders.purchaseId))
        .where(inArray(orders.id, ids)),
    () => db.select().from(refund).where(inArray(refund.orderId, ids)),
    () => listChargebacks(db, ids),
    () => listOpenCases(db, ids),
    () =>
      findSellers(
        db,
        rows.flatMap((row) => [row.buyerId, row.sellerId]),
      ),
  );
  const paid = new Map(payments.map((one) => [one.orderId, one]));
  return rows.map((order) => ({
    order,
    ...moneyBack(order, paid.get(order.id)?.capturedAt ?? null, refunds, chargebacks),
    chargeback: shownChargeback(chargebacks.filter(({ orderId }) => orderId === order.id)),
    openCase: cases.find(({ orderId }) => orderId === order.id) ?? null,
    items: items.filter((item) => item.orderId === order.id),
    history: history.filter((entry) => entry.orderId === order.id),
    checkoutUrl: paid.get(order.id)?.sessionUrl ?? null,
    reservedUntil: paid.get(order.id)?.reservedUntil ?? null,
    isOneOfSeveral: paid.get(order.id)?.isOneOfSeveral ?? false,
    parties,
  }));
}

/**
 * Refunds that are done or on their way and lost chargebacks, what the market bears of both, and failed refunds that were not sent again: never more than
 * is left of the order's part of the payment.
 */
export function moneyBack(
  { id: orderId, totalAmount }: Pick<OrderRow, 'id' | 'totalAmount'>,
  capturedAt: Date | null,
  refunds: readonly RefundRow[],
  chargebacks: readonly ChargebackOfOrder[],
) {
  const isLost = ({ status }: ChargebackOfOrder) => chargebackState(status) === 'lost';
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const own = refunds.filter((one) => one.orderId === orderId);
  const taken = chargebacks
    .filter((one) => one.orderId === orderId)
    .map((one) => ({ ...one, amount: one.takenAmount }));
  const given = sum(own.filter(({ state }) => state !== 'failed'));
  const refundedAmount = given + sum(taken.filter(isLost));
  const stuck = own.filter(({ id, state }) => state === 'failed' && !own.some(({ retryOf }) => retryOf === id));
  const captured = capturedAt ? totalAmount : 0;
  const covered = [...own.filter(({ state }) => state !== 'failed'), ...taken.filter(isLost)];
  return {
    refundedAmount,
    coveredAmount: covered.reduce((total, { coveredAmount }) => total + coveredAmount, 0),
    failedAmount: Math.min(sum(stuck), Math.max(0, captured - given - sum(taken))),
  };
}

function shownChargeback(rows: readonly ChargebackOfOrder[]): FullOrder['chargeback'] {
  const one = rows.find(({ closedAt }) => closedAt === null) ?? rows.at(-1);
  return one
    ? { state: chargebackState(one.status), amount: one.amount, blocksRefunds: rows.some(blocksRefunds) }
    : null;
}
