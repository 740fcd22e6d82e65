import { and, eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { listingOfLine } from './line-id.ts';
import { type CartHolder, type ChangedCart, closeCart, countChange, findOpenCart } from './open-cart.server.ts';

/** What was removed: its quantity, null where it was not in the cart any more. */
export interface RemovedLine extends ChangedCart {
  quantity: number | null;
}

/**
 * Removes a line; one that was removed in another tab is no error. Refuses what can't be a line (404), an accepted offer
 * (409), and too many changes (429).
 */
export async function removeLine(platform: Platform, holder: CartHolder, id: string): Promise<RemovedLine> {
  const listingId = listingOfLine(id);
  await countChange(platform, holder);
  return write(platform, async (tx) => {
    const cart = await findOpenCart(tx, holder, platform.clock.now());
    if (!cart) return { token: null, lineCount: 0, quantity: null };
    const [line] = await tx.db
      .delete(cartLine)
      .where(and(eq(cartLine.cartId, cart.id), eq(cartLine.listingId, listingId)))
      .returning({ quantity: cartLine.quantity });
    return { ...(await closeCart(tx, cart)), quantity: line?.quantity ?? null };
  });
}
