import { and, eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { buyerOf } from '../read/buyer-of.server.ts';
import { findWished, seenIn } from './add-line.server.ts';
import { listingOfLine, unknownLine } from './line-id.ts';
import { type CartHolder, type ChangedCart, closeCart, countChange, findOpenCart } from './open-cart.server.ts';
import { refuseLine } from './refuse-line.ts';

/**
 * Sets the quantity of a line; the price is seen again. Refuses an unknown line (404), an accepted offer (409), copies
 * that could not be bought now (403, 409), and too many changes (429).
 */
export async function setLine(
  platform: Platform,
  holder: CartHolder,
  id: string,
  quantity: number,
): Promise<ChangedCart> {
  const listingId = listingOfLine(id);
  await countChange(platform, holder);
  const listing = await findWished(platform, holder, listingId);
  const buyer = await buyerOf(platform, holder, [listing]);
  return write(platform, async (tx) => {
    const cart = await findOpenCart(tx, holder, platform.clock.now());
    if (!cart) throw unknownLine();
    refuseLine(quantity, listing, buyer);
    const { rowCount } = await tx.db
      .update(cartLine)
      .set({ quantity, ...seenIn(listing) })
      .where(and(eq(cartLine.cartId, cart.id), eq(cartLine.listingId, listingId)));
    if (rowCount === 0) throw unknownLine();
    return closeCart(tx, cart);
  });
}
