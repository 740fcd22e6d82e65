import { and, eq, or } from 'drizzle-orm';
import { settleListings } from '#features/listings/index.server.ts';
import { isSuspended } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { callOffPurchase } from '../checkout/call-off-purchase.server.ts';
import { orders } from '../model/order.tables.ts';

/**
 * Ends the unpaid purchases of a suspended member, and those with sales of theirs: a suspended member neither pays nor is
 * paid, and the total of an open page can't change. The listings are hidden before the orders are queried,
 * so that a purchase under way is either found here or refused there. Throws while a page could not be closed, so that
 * the job is retried.
 */
export async function endUnpaidOfSuspended(platform: Platform, memberId: string): Promise<void> {
  if (!(await isSuspended(platform.db, memberId))) return;
  await settleListings(platform, memberId);
  const isTheirs = or(eq(orders.sellerId, memberId), eq(orders.buyerId, memberId));
  const unpaid = await platform.db
    .selectDistinct({ id: orders.purchaseId, buyerId: orders.buyerId })
    .from(orders)
    .where(and(isTheirs, eq(orders.status, 'pending_payment')))
    .orderBy(orders.purchaseId);
  let left = 0;
  for (const { id, buyerId } of unpaid) {
    const reason = buyerId === memberId ? 'buyer_cannot_buy' : 'seller_cannot_sell';
    if ((await callOffPurchase(platform, id, 'expire', { by: 'timer' }, reason)) === 'unknown') left++;
  }
  if (left > 0) throw new Error(`${left} unpaid purchases of suspended ${memberId} could not be called off yet`);
}
