import { and, eq } from 'drizzle-orm';
import { settleListings } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffUnpaid } from '../checkout/call-off-unpaid.server.ts';
import { orders } from '../model/order.tables.ts';

/**
 * Ends the unpaid orders of a suspended seller: buyers must not pay a suspended member. The listings are hidden before
 * the orders are queried, so that a purchase under way is either found here or refused there. Throws while a page could
 * not be closed, so that the job is retried.
 */
export async function endSuspendedSales(platform: Platform, sellerId: string): Promise<void> {
  if (!(await isSuspended(platform.db, sellerId))) return;
  await settleListings(platform, sellerId);
  const unpaid = await platform.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), eq(orders.status, 'pending_payment')))
    .orderBy(orders.id);
  let left = 0;
  for (const { id } of unpaid)
    if ((await callOffUnpaid(platform, id, 'expire', { by: 'timer' }, 'seller_cannot_sell')) === 'unknown') left++;
  if (left > 0) throw new Error(`${left} unpaid orders of suspended ${sellerId} could not be called off yet`);
}
