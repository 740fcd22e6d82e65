import { and, asc, eq, ne } from 'drizzle-orm';
import { invalid } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type OrderRow, orderItem, refund } from '../model/order.tables.ts';
import { listTitles } from '../model/order.texts.ts';

/** Items of an order for which money goes back. */
export interface NamedItems {
  positions: number[];
  /** The price paid for them, without shipping, less earlier refunds for them; in whole minor units. */
  worth: number;
  titles: string[];
  /** `“Mew” and “Pikachu”`. */
  words: string;
  /** All that the order has. */
  areAll: boolean;
}

/**
 * The items of a locked order that these listings are; null where none is named. Refuses those that are not in it, and
 * those for which all went back before (422).
 */
export async function namedItems(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  listingIds: readonly string[] | undefined,
): Promise<NamedItems | null> {
  if (!listingIds) return null;
  const rows = await tx.db
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, order.id))
    .orderBy(asc(orderItem.position));
  const unknown = listingIds.find((id) => rows.every(({ listingId }) => listingId !== id));
  if (unknown !== undefined) throw invalid({ items: 'One of these cards isn’t in this order.' });
  const named = rows.filter(({ listingId }) => listingIds.includes(listingId));
  const positions = named.map(({ position }) => position);
  const worth =
    named.reduce((sum, { quantity, priceAmount }) => sum + quantity * priceAmount, 0) -
    (await givenBackFor(tx, order.id, positions));
  if (worth <= 0) throw invalid({ items: 'These cards are already refunded.' });
  const titles = named.map(({ title }) => title);
  return {
    positions,
    worth,
    titles,
    words: listTitles(titles),
    areAll: named.length === rows.length,
  };
}

/** The refunds of an order that did not fail. */
const activeRefunds = (tx: Tx, orderId: string) =>
  tx.db
    .select({ amount: refund.amount, positions: refund.positions })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));

/** The sum of refunds, done or on their way, that name one of these items. */
async function givenBackFor(tx: Tx, orderId: string, positions: readonly number[]): Promise<number> {
  const rows = await activeRefunds(tx, orderId);
  return rows
    .filter((row) => row.positions?.some((position) => positions.includes(position)))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The refunded items of a locked order, also those whose refund is on its way: `all` where a refund names none. */
export async function itemsGivenBack(tx: Tx, orderId: string): Promise<number[] | 'all'> {
  const rows = await activeRefunds(tx, orderId);
  if (rows.some(({ positions }) => positions === null)) return 'all';
  return [...new Set(rows.flatMap(({ positions }) => positions ?? []))];
}
