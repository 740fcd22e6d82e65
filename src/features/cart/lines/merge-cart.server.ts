import { asc, eq, sql } from 'drizzle-orm';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cart, cartLine } from '../model/cart.tables.ts';
import { findCartToken } from '../model/cart-cookie.server.ts';
import { cartLimits } from '../words.ts';
import { findOpenCart, openCart } from './open-cart.server.ts';

/**
 * After a sign-in: puts the lines of this browser's cart into the member's, the larger quantity of a listing that both
 * have, and deletes the browser's. False where the browser has no cart. Repeating it changes nothing.
 */
export async function mergeVisitorCart(
  platform: Platform,
  memberId: string,
  cookies: string | null | undefined,
): Promise<boolean> {
  const token = findCartToken(platform.config, cookies);
  if (token === null) return false;
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    // The member's cart is locked first by everybody who locks both.
    const { id } = await openCart(tx, { memberId, token: null, address: '' }, now);
    const left = await findOpenCart(tx, { memberId: null, token, address: '' }, now);
    if (left) await moveLines(tx, left.id, id);
  });
  return true;
}

/** Lines beyond what a cart can hold are left out, the newest first. */
async function moveLines(tx: Tx, fromId: string, toId: string): Promise<void> {
  const mine = await tx.db.select().from(cartLine).where(eq(cartLine.cartId, toId));
  const known = new Set(mine.map(({ listingId }) => listingId));
  const theirs = await tx.db
    .select()
    .from(cartLine)
    .where(eq(cartLine.cartId, fromId))
    .orderBy(asc(cartLine.addedAt), asc(cartLine.listingId));
  const added = theirs.filter(({ listingId }) => !known.has(listingId)).slice(0, cartLimits.lines - mine.length);
  const moved = [...theirs.filter(({ listingId }) => known.has(listingId)), ...added];
  if (moved.length > 0)
    await tx.db
      .insert(cartLine)
      .values(moved.map((line) => ({ ...line, cartId: toId })))
      .onConflictDoUpdate({
        target: [cartLine.cartId, cartLine.listingId],
        set: { quantity: sql`greatest(${cartLine.quantity}, excluded.quantity)` },
      });
  await tx.db.delete(cart).where(eq(cart.id, fromId));
}
