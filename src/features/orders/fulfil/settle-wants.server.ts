import { eq } from 'drizzle-orm';
import { fillLines, giveLinesBack } from '#features/want-lists/index.server.ts';
import { fillWants, giveWantsBack } from '#features/wanted/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { paidStatuses } from '../model/order.process.ts';
import { orderItem, orders } from '../model/order.tables.ts';

/**
 * Takes paid items off the buyer's want lists, and returns them where the order was canceled or refunded: by the
 * order's current state, whichever event came first.
 */
export async function settleWants(platform: Platform, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    // Locked until this is written: a concurrent cancellation returns the items afterwards.
    const [order] = await tx.db
      .select({ buyerId: orders.buyerId, sellerId: orders.sellerId, status: orders.status })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for('share');
    if (!order) return;
    const now = platform.clock.now();
    if (!paidStatuses.includes(order.status)) {
      await giveLinesBack(tx, orderId, now);
      return giveWantsBack(tx, orderId, now);
    }
    const items = await tx.db
      .select({ quantity: orderItem.quantity, snapshot: orderItem.snapshot })
      .from(orderItem)
      .where(eq(orderItem.orderId, orderId));
    // In the order of the locks: lists before wanted posts.
    await fillLines(tx, { orderId, ...order, items }, now);
    await fillWants(tx, { orderId, ...order, items }, now);
  });
}
