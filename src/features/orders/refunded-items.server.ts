import { and, asc, eq, ne } from 'drizzle-orm';
import { invalid } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type OrderRow, orderItem, refund } from './order.tables.ts';

/** Items of an order for which money goes back. */
export interface NamedItems {
  positions: number[];
  /** What was paid for them, without post; in whole minor units. */
  worth: number;
  /** `“Mew” and “Pikachu”`. */
  words: string;
  /** All that the order has. */
  areAll: boolean;
}

/** The items of an order that these listings are; null where none is named. Refuses one that is not in it (422). */
export async function namedItems(tx: Tx, order: Pick<OrderRow, 'id'>, listingIds: readonly string[] | undefined): Promise<NamedItems | null> {
  if (!listingIds || listingIds.length === 0) return null;
  const rows = await tx.db.select().from(orderItem).where(eq(orderItem.orderId, order.id)).orderBy(asc(orderItem.position));
  const unknown = listingIds.find((id) => rows.every(({ listingId }) => listingId !== id));
  if (unknown !== undefined) throw invalid({ items: 'One of these cards is not in this order.' });
  const named = rows.filter(({ listingId }) => listingIds.includes(listingId));
  return {
    positions: named.map(({ position }) => position),
    worth: named.reduce((sum, { quantity, priceAmount }) => sum + quantity * priceAmount, 0),
    words: new Intl.ListFormat('en-GB').format(named.map(({ title }) => `“${title}”`)),
    areAll: named.length === rows.length,
  };
}

/** For which items of a locked order money was given back or promised: `all` where a refund names none. */
export async function itemsGivenBack(tx: Tx, orderId: string): Promise<number[] | 'all'> {
  const rows = await tx.db
    .select({ positions: refund.positions })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));
  if (rows.some(({ positions }) => positions === null)) return 'all';
  return [...new Set(rows.flatMap(({ positions }) => positions ?? []))];
}
