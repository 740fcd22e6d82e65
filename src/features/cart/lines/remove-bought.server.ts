import { and, eq, lte, sql } from 'drizzle-orm';
import { getOrderFor } from '#features/orders/index.server.ts';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { findOpenCart } from './open-cart.server.ts';

/**
 * Takes the copies of a paid order out of its buyer's cart, unless they were added after the order. What is left of a
 * line counts as added right after it, so that repeating this changes nothing.
 */
export async function removeBought(platform: Platform, orderId: string, buyerId: string): Promise<void> {
  const { order, items } = await getOrderFor(platform.db, buyerId, orderId);
  await write(platform, async (tx) => {
    const cart = await findOpenCart(tx, { memberId: buyerId, token: null, address: '' }, platform.clock.now());
    if (!cart) return;
    for (const [listingId, bought] of Map.groupBy(items, (item) => item.listingId)) {
      const copies = bought.reduce((sum, { quantity }) => sum + quantity, 0);
      const line = and(
        eq(cartLine.cartId, cart.id),
        eq(cartLine.listingId, listingId),
        lte(cartLine.addedAt, order.createdAt),
      );
      await tx.db.delete(cartLine).where(and(line, lte(cartLine.quantity, copies)));
      await tx.db
        .update(cartLine)
        .set({ quantity: sql`${cartLine.quantity} - ${copies}`, addedAt: addMs(order.createdAt, 1) })
        .where(line);
    }
  });
}
