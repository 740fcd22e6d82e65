import { and, eq } from 'drizzle-orm';
import { settleListings } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffPurchase } from '../checkout/call-off-purchase.server.ts';
import { orders } from '../model/order.tables.ts';

/**
 * Ends the unpaid purchases with orders of a suspended seller: buyers must not pay a suspended member, and the total of
 * an open page can't change. The listings are hidden before the orders are queried, so that a purchase under way is either found here or refused there. Throws while a page could
 * not be closed, so that the job is retried.
 */
export async function endSuspendedSales(platform: Platform, sellerId: string): Promise<void> {
  if (!(await isSuspended(platform.db, sellerId))) return;
  await settleListings(platform, sellerId);
  const unpaid = await platform.db
    .selectDistinct({ id: orders.purchaseId })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), eq(orders.status, 'pending_payment')))
    .orderBy(orders.purchaseId);
  let left = 0;
  for (const { id } of unpaid)
    if ((await callOffPurchase(platform, id, 'expire', { by: 'timer' }, 'seller_cannot_sell')) === 'unknown') left++;
  if (left > 0) throw new Error(`${left} unpaid purchases of suspended ${sellerId} could not be called off yet`);
}
