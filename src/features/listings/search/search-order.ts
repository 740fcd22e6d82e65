import { cursorPart, readCursor } from '#kernel/numbers/paging.ts';
import type { ListingQuery, ListingSort } from '../contract.ts';
import type { SortKey } from './listing-search.ts';

/**
 * In which orders a search gives its page, and where a page goes on: the key of each, in a cursor and in a statement.
 */
interface Order {
  /** Columns of the row that make the key, the id last. */
  key: readonly string[];
  isDescending: boolean;
  /** Keys that are moments travel as whole microseconds. */
  isMoment: boolean;
}
export const orders: Record<ListingSort, Order> = {
  newest: { key: ['published_at', 'id'], isDescending: true, isMoment: true },
  ending: { key: ['expires_at', 'id'], isDescending: false, isMoment: true },
  price_asc: { key: ['price_rank', 'id'], isDescending: false, isMoment: false },
  price_desc: { key: ['price_rank', 'id'], isDescending: true, isMoment: false },
  relevance: { key: ['rank', 'price_rank', 'id'], isDescending: false, isMoment: false },
};

/** A column of the key as it travels in a cursor. */
export function keyColumn(column: string, order: Order, table: string): string {
  return order.isMoment ? `(extract(epoch from ${table}.${column}) * 1000000)::bigint` : `${table}.${column}`;
}

/** The key that a cursor names, the id last; null without one. Refuses (422) what is no cursor of this order. */
export function cursorKey({ sort, cursor }: ListingQuery): SortKey | null {
  if (cursor === null) return null;
  const { whole, id } = cursorPart;
  const ofThisSort = (part: unknown) => (part === sort ? sort : undefined);
  const [, ...key] = readCursor<(string | number)[]>(
    cursor,
    ofThisSort,
    ...orders[sort].key.slice(0, -1).map(() => whole),
    id,
  );
  return key;
}

/** What comes after a key, as a condition on the columns of its order in `table`. */
export function afterKey(key: SortKey, order: Order, table: string, values: { add(value: unknown): string }): string {
  const parts = key.map((part, i) => {
    if (i === key.length - 1) return `${values.add(part)}::text`;
    return order.isMoment
      ? `timestamptz 'epoch' + ${values.add(part)}::bigint * interval '1 microsecond'`
      : `${values.add(part)}::bigint`;
  });
  return `(${order.key.map((column) => `${table}.${column}`).join(', ')}) ${order.isDescending ? '<' : '>'} (${parts.join(', ')})`;
}
