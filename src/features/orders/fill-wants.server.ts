import { eq } from 'drizzle-orm';
import { fillWants } from '#features/wanted/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { orderItem, orders } from './order.tables.ts';

/** What was paid for is taken off what its buyer looks for. */
export async function fillBuyersWants(platform: Platform, orderId: string): Promise<void> {
  const [order] = await platform.db.select({ buyerId: orders.buyerId, sellerId: orders.sellerId }).from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const items = await platform.db
    .select({ quantity: orderItem.quantity, snapshot: orderItem.snapshot })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId));
  await fillWants(platform, { orderId, ...order, items });
}
