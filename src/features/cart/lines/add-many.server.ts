import { eq, sql } from 'drizzle-orm';
import { findListingsByIds } from '#features/listings/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartLine } from '../model/cart.tables.ts';
import { buyableCopies, lineState } from '../model/line-state.rules.ts';
import { cartLimits } from '../words.ts';
import { seenIn } from './add-line.server.ts';
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
  const buyer = { id: holder.memberId, blocked: await hiddenFrom(platform, holder.memberId) };
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const cart = await openCart(tx, holder, now);
    const { lines, sellers } = await readContents(tx, cart.id);
    const added = [];
    for (const { listingId, quantity } of wanted) {
      const listing = listings.get(listingId);
      if (!listing || listing.status === 'draft') continue;
      const state = lineState({ quantity, seen: listing.price }, listing, buyer);
      const copies = buyableCopies(state, { quantity }, listing);
      const fits = lines.has(listingId) || (lines.size < cartLimits.lines && fitsSeller(sellers, listing.seller.id));
      if (copies === 0 || !fits) continue;
      lines.add(listingId);
      sellers.add(listing.seller.id);
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

const fitsSeller = (sellers: ReadonlySet<string>, sellerId: string) =>
  sellers.has(sellerId) || sellers.size < cartLimits.sellers;

async function readContents(tx: Tx, cartId: string): Promise<{ lines: Set<string>; sellers: Set<string> }> {
  const rows = await tx.db
    .select({ listingId: cartLine.listingId, sellerId: sql<string | null>`l.seller_id` })
    .from(cartLine)
    .leftJoin(sql`listing l`, sql`l.id = ${cartLine.listingId}`)
    .where(eq(cartLine.cartId, cartId));
  return {
    lines: new Set(rows.map(({ listingId }) => listingId)),
    sellers: new Set(rows.flatMap(({ sellerId }) => sellerId ?? [])),
  };
}
