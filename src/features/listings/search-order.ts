import { cursorPart, readCursor } from '#kernel/paging.ts';
import type { ListingQuery, ListingSort } from './contract.ts';

/** In which orders a search gives its page, and where a page goes on: the key of each, in a cursor and in a statement. */
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

/** The key that a cursor names, the id last; refuses (422) what is no cursor of this order. */
export function cursorKey({ sort, cursor }: ListingQuery): (string | number)[] {
  const { whole, id } = cursorPart;
  const ofThisSort = (part: unknown) => (part === sort ? sort : undefined);
  const [, ...key] = readCursor<(string | number)[]>(cursor ?? '', ofThisSort, ...orders[sort].key.slice(0, -1).map(() => whole), id);
  return key;
}

/** What comes after a cursor, as a condition on the columns of its order. */
export function afterCursor(query: ListingQuery, order: Order, tableOf: (column: string) => string, values: { add(value: unknown): string }): string {
  const key = cursorKey(query);
  const places = key.map((part, i) => {
    if (i === key.length - 1) return `${values.add(part)}::text`;
    return order.isMoment ? `timestamptz 'epoch' + ${values.add(part)}::bigint * interval '1 microsecond'` : `${values.add(part)}::bigint`;
  });
  return `(${order.key.map((column) => `${tableOf(column)}.${column}`).join(', ')}) ${order.isDescending ? '<' : '>'} (${places.join(', ')})`;
}

/** The first part of a cursor's key, in what `leadOf` of the columns counts; null for the first page. */
export function leadOfCursor(query: ListingQuery): readonly number[] | null {
  if (query.cursor === null) return null;
  const { key, isMoment } = orders[query.sort];
  const parts = cursorKey(query).slice(0, key.length - 1) as number[];
  return isMoment ? parts.map((microseconds) => Math.round(microseconds / 1_000_000)) : parts;
}
