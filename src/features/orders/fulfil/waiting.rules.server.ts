import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { OrderRole } from '../contract.ts';
import { orders } from '../model/order.tables.ts';

/** An order that died unpaid is the buyer's own affair. */
const concernsSeller = sql`(${orders.paidAt} is not null or ${orders.status} = 'pending_payment')`;

/** The orders of one side of a member, as far as they concern them. */
export function ordersOf(memberId: string, side: OrderRole): SQL | undefined {
  return side === 'buyer' ? eq(orders.buyerId, memberId) : and(eq(orders.sellerId, memberId), concernsSeller);
}

/**
 * What waits for a member on one side, as alternative conditions: changes that they have not read; for a premium buyer
 * the purchases that have not been sent (LI-07). "Updates" lists by these conditions; the counter
 * (`waitingOrders`) stores the same numbers, as a test of every state shows.
 */
export function waitsFor(memberId: string, side: OrderRole, isPremium: boolean): (SQL | undefined)[] {
  const mine = ordersOf(memberId, side);
  if (side === 'buyer' && isPremium)
    return (['paid', 'awaiting_shipping'] as const).map((status) => and(mine, eq(orders.status, status)));
  return [and(mine, sql`not ${side === 'buyer' ? orders.buyerRead : orders.sellerRead}`)];
}
