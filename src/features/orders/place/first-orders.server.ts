import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/db.ts';
import { type OrderRow, orders } from '../model/order.tables.ts';

interface PageOptions {
  by: 'newest' | 'oldest';
  limit: number;
  /** Which of them are after the page before. */
  after?: SQL | undefined;
}

/**
 * The first orders that match any of the conditions. Each condition is an index scan that stops at the limit, and the
 * scans are merged by id: the index covers the ids, so a scan costs only its matches. For whole rows PostgreSQL would
 * sort all of a member's orders instead.
 */
export async function firstOrders(
  db: Db,
  conditions: readonly (SQL | undefined)[],
  { by, limit, after }: PageOptions,
): Promise<OrderRow[]> {
  const way = by === 'newest' ? desc : asc;
  const walks = conditions.map((condition) =>
    db
      .select({ id: orders.id, createdAt: orders.createdAt })
      .from(orders)
      .where(and(condition, after))
      .orderBy(way(orders.createdAt), way(orders.id))
      .limit(limit),
  );
  const [first, second, ...others] = walks;
  if (!first) return [];
  const found = second
    ? union(first, second, ...others)
        .orderBy(way(sql`created_at`), way(sql`id`))
        .limit(limit)
        .as('found')
    : first.as('found');
  return db
    .select(getTableColumns(orders))
    .from(found)
    .innerJoin(orders, eq(orders.id, found.id))
    .orderBy(way(orders.createdAt), way(orders.id));
}
