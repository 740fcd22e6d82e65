import { eq, sql } from 'drizzle-orm';
import { readUpdates } from '#features/notifications/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { updatesOfOrder } from '../emails/notify-sides.server.ts';
import { lockOrder, sideFor } from '../fulfil/move-order.server.ts';
import { orderRead } from '../model/order.events.ts';
import { orders } from '../model/order.tables.ts';

/** One side has seen the order as it is now. That moves no state, and reading twice changes nothing. */
export async function readOrder(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by = sideFor(order, actor, 'read');
    await readUpdates(tx, actor.id, [updatesOfOrder(orderId)], platform.clock.now());
    if (by === 'buyer' ? order.buyerRead : order.sellerRead) return;
    await tx.db
      .update(orders)
      .set({ ...(by === 'buyer' ? { buyerRead: true } : { sellerRead: true }), version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId));
    // Updates the reader's other windows and counter; the other side gets no event.
    tx.append(orderRead, { subject: orderId, version: order.version + 1, topics: [`user:${actor.id}`] });
  });
}
