import { and, desc, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { type OrderRole, orderRoles } from '../contract.ts';
import { ordersOf, waitsFor } from '../fulfil/waiting.rules.server.ts';
import type { OrderStatus } from '../model/order.process.ts';
import { orders } from '../model/order.tables.ts';
import { isPremiumMember } from './orders.queries.server.ts';

/** How many orders wait for a member on each side; together as many as the counter says. */
export async function countWaiting(db: Db, memberId: string): Promise<Record<OrderRole, number>> {
  const isPremium = await isPremiumMember(db, memberId);
  const count = (side: OrderRole) => db.$count(orders, or(...waitsFor(memberId, side, isPremium)));
  const [buyer, seller] = await Promise.all([count('buyer'), count('seller')]);
  return { buyer, seller };
}

/** Where the page opens: where something waits, a sale first since it has a deadline; else where the latest order is. */
export async function openingSide(
  db: Db,
  memberId: string,
  waiting: Readonly<Record<OrderRole, number>>,
): Promise<OrderRole> {
  if (waiting.seller > 0) return 'seller';
  if (waiting.buyer > 0) return 'buyer';
  const latest = await Promise.all(
    orderRoles.map(async (side) => {
      const [row] = await db
        .select({ at: orders.createdAt })
        .from(orders)
        .where(ordersOf(memberId, side))
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(1);
      return { side, at: row?.at.getTime() ?? 0 };
    }),
  );
  return latest.reduce((best, one) => (one.at > best.at ? one : best)).side;
}

/** States that an order leaves again. */
const openStatuses = [
  'pending_payment',
  'paid',
  'awaiting_shipping',
  'shipped',
  'delivered',
  'disputed',
] as const satisfies OrderStatus[];

/** How many orders of a side are in each open state; ended ones may be very many, and need no action. */
export async function countOpen(
  db: Db,
  memberId: string,
  side: OrderRole,
): Promise<Partial<Record<OrderStatus, number>>> {
  const rows = await db
    .select({ status: orders.status, n: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(ordersOf(memberId, side), inArray(orders.status, openStatuses)))
    .groupBy(orders.status);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}
