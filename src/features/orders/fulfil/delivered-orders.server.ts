import { and, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { orderRoles } from '../contract.ts';
import { orders } from '../model/order.tables.ts';
import { firstOrders } from '../place/first-orders.server.ts';
import type { FullOrder } from '../queries/order.present.server.ts';
import { complete } from '../queries/orders.queries.server.ts';
import { ordersOf } from './waiting.rules.server.ts';

interface PageOptions {
  /** Delivered after it. */
  since: Date;
  /** A further condition on the order's id: part of the same statement, so that a limit counts the remaining rows. */
  only: (orderId: SQLWrapper) => SQL;
  limit: number;
}

/** A member's latest orders on both sides that have arrived since then, whatever became of them afterwards. */
export async function listDeliveredOrders(
  db: Db,
  memberId: string,
  { since, only, limit }: PageOptions,
): Promise<FullOrder[]> {
  // Implied by the next condition, but read from the row: most orders are old and need no read of their history.
  const moved = gte(orders.statusSince, since);
  const arrived = sql`(select min(h.at) from order_history h where h.order_id = ${orders.id} and h.status = 'delivered') > ${since.toISOString()}::timestamptz`;
  const conditions = orderRoles.map((side) => and(ordersOf(memberId, side), moved, arrived, only(orders.id)));
  return complete(db, await firstOrders(db, conditions, { by: 'newest', limit }));
}
