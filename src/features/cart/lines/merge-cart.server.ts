import { eq, sql } from 'drizzle-orm';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cart, cartLine } from '../model/cart.tables.ts';
import { findCartToken } from '../model/cart-cookie.server.ts';
import { exceededBy, readContents } from './contents.server.ts';
import { findOpenCart, openCart, whoseCart } from './open-cart.server.ts';

/**
 * After a sign-in: puts the lines of this browser's cart into the member's, the larger quantity of a listing that both
 * have, and deletes the browser's. False where the browser names no cart. Repeating it changes nothing.
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
    const visitor = { memberId: null, token, address: '' };
    const [known] = await tx.db
      .select({ id: cart.id })
      .from(cart)
      .where(whoseCart(visitor, now) ?? sql`false`);
    if (!known) return;
    // The member's cart is locked first by everybody who locks both.
    const { id } = await openCart(tx, { memberId, token: null, address: '' }, now);
    const left = await findOpenCart(tx, visitor, now);
    if (!left) return;
    await moveChoices(tx, left.id, id);
    await moveLines(tx, left.id, id);
  });
  return true;
}

/** What the member has chosen stays. */
async function moveChoices(tx: Tx, fromId: string, toId: string): Promise<void> {
  const [theirs] = await tx.db.select().from(cart).where(eq(cart.id, fromId));
  if (!theirs) return;
  await tx.db
    .update(cart)
    .set({
      country: sql`coalesce(${cart.country}, ${theirs.country})`,
      methods: sql`${JSON.stringify(theirs.methods)}::jsonb || ${cart.methods}`,
    })
    .where(eq(cart.id, toId));
}

/** Lines beyond what a cart can hold, in listings or sellers, are left out, the newest first. */
async function moveLines(tx: Tx, fromId: string, toId: string): Promise<void> {
  const mine = await readContents(tx, toId);
  const theirs = await readContents(tx, fromId);
  const moved = [];
  for (const line of theirs.rows) {
    const sellerId = theirs.sellerOf.get(line.listingId);
    if (!mine.lines.has(line.listingId) && exceededBy(mine, sellerId)) continue;
    mine.lines.add(line.listingId);
    if (sellerId !== undefined) mine.sellers.add(sellerId);
    moved.push({ ...line, cartId: toId });
  }
  if (moved.length > 0)
    await tx.db
      .insert(cartLine)
      .values(moved)
      .onConflictDoUpdate({
        target: [cartLine.cartId, cartLine.listingId],
        set: { quantity: sql`greatest(${cartLine.quantity}, excluded.quantity)` },
      });
  await tx.db.delete(cart).where(eq(cart.id, fromId));
}
