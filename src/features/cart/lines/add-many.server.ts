import { sql } from 'drizzle-orm';
import { findListingsByIds } from '#features/listings/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { buyableCopies, lineState } from '../model/line-state.rules.ts';
import { buyerOf } from '../read/buyer-of.server.ts';
import { seenIn } from './add-line.server.ts';
import { exceededBy, readContents } from './contents.server.ts';
import { type CartHolder, type ChangedCart, closeCart, countChange, openCart } from './open-cart.server.ts';

export interface Wanted {
  listingId: string;
  quantity: number;
}

export interface AddedMany extends ChangedCart {
  /** Copies that are in the cart now, and lines of which none could be added. */
  copies: number;
  leftOut: number;
}

/**
 * Puts copies of many listings into the cart, of each as many as can be bought and are wanted; where the cart has more
 * of one, that stays. What can't be bought, or is beyond what a cart holds, is left out.
 */
export async function addMany(platform: Platform, holder: CartHolder, wanted: readonly Wanted[]): Promise<AddedMany> {
  await countChange(platform, holder);
  const ids = wanted.map(({ listingId }) => listingId);
  const listings = new Map((await findListingsByIds(platform, ids, holder.memberId)).map((each) => [each.id, each]));
  const buyer = await buyerOf(platform, holder, [...listings.values()]);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const cart = await openCart(tx, holder, now);
    const contents = await readContents(tx, cart.id);
    const added = [];
    for (const { listingId, quantity } of wanted) {
      const listing = listings.get(listingId);
      if (!listing || listing.status === 'draft') continue;
      const state = lineState({ quantity, seen: listing.price }, listing, buyer);
      const copies = buyableCopies(state, { quantity }, listing);
      const fits = contents.lines.has(listingId) || exceededBy(contents, listing.seller.id) === null;
      if (copies === 0 || !fits) continue;
      contents.lines.add(listingId);
      contents.sellers.add(listing.seller.id);
      added.push({ cartId: cart.id, listingId, quantity: copies, ...seenIn(listing), addedAt: now });
    }
    if (added.length > 0)
      await tx.db
        .insert(cartLine)
        .values(added)
        .onConflictDoUpdate({
          target: [cartLine.cartId, cartLine.listingId],
          set: { quantity: sql`greatest(${cartLine.quantity}, excluded.quantity)` },
        });
    const copies = added.reduce((sum, { quantity }) => sum + quantity, 0);
    return { ...(await closeCart(tx, cart)), copies, leftOut: wanted.length - added.length };
  });
}
