import { and, eq, inArray, lte } from 'drizzle-orm';
import { getOrderFor } from '#features/orders/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { findOpenCart } from './open-cart.server.ts';

/** Takes the listings of a paid order out of its buyer's cart, unless they were added after the order. */
export async function removeBought(platform: Platform, orderId: string, buyerId: string): Promise<void> {
  const { order, items } = await getOrderFor(platform.db, buyerId, orderId);
  const bought = items.map(({ listingId }) => listingId);
  await write(platform, async (tx) => {
    const cart = await findOpenCart(tx, { memberId: buyerId, token: null, address: '' }, platform.clock.now());
    if (!cart) return;
    await tx.db
      .delete(cartLine)
      .where(
        and(eq(cartLine.cartId, cart.id), inArray(cartLine.listingId, bought), lte(cartLine.addedAt, order.createdAt)),
      );
  });
}
