import { and, eq } from 'drizzle-orm';
import type { Listing } from '#features/listings/contract.ts';
import { findListingsByIds, unknownListing } from '#features/listings/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { AddLineInput } from '../contract.ts';
import { cartLine } from '../model/cart.tables.ts';
import { buyerOf } from '../read/buyer-of.server.ts';
import { exceededBy, readContents } from './contents.server.ts';
import { type CartHolder, type ChangedCart, closeCart, countChange, openCart } from './open-cart.server.ts';
import { refuseLine } from './refuse-line.ts';

/**
 * Adds copies of a listing to those in the cart. Refuses an unknown or hidden listing (404), copies that could not be
 * bought now (403, 409 as `refuseLine` states), more listings or sellers than a cart holds (409), and too many changes
 * (429). Nothing is reserved.
 */
export async function addLine(
  platform: Platform,
  holder: CartHolder,
  { listingId, quantity, listingVersion }: AddLineInput,
): Promise<ChangedCart> {
  await countChange(platform, holder);
  const listing = await findWished(platform, holder, listingId);
  const buyer = await buyerOf(platform, holder, [listing]);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const cart = await openCart(tx, holder, now);
    const [line] = await tx.db
      .select({ quantity: cartLine.quantity })
      .from(cartLine)
      .where(and(eq(cartLine.cartId, cart.id), eq(cartLine.listingId, listingId)));
    const wanted = (line?.quantity ?? 0) + quantity;
    refuseLine(wanted, listing, buyer);
    const exceeded = line ? null : exceededBy(await readContents(tx, cart.id), listing.seller.id);
    if (exceeded) throw overQuota(exceeded);
    const seenVersion = Math.min(listingVersion ?? listing.version, listing.version);
    const said = { quantity: wanted, ...seenIn(listing), seenVersion, addedAt: now };
    await tx.db
      .insert(cartLine)
      .values({ cartId: cart.id, listingId, ...said })
      .onConflictDoUpdate({ target: [cartLine.cartId, cartLine.listingId], set: said });
    return closeCart(tx, cart);
  });
}

/** The listing as the holder may see it now. */
export async function findWished(platform: Platform, { memberId }: CartHolder, listingId: string): Promise<Listing> {
  const [listing] = isId(listingId) ? await findListingsByIds(platform, [listingId], memberId) : [];
  if (!listing || listing.status === 'draft') throw notFound(unknownListing);
  return listing;
}

/** What the buyer sees of a listing, for the line. */
export const seenIn = ({ price, version }: Pick<Listing, 'price' | 'version'>) => ({
  seenPrice: price.amount,
  seenCurrency: price.currency,
  seenVersion: version,
});
