import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { cartData } from '../model/cart.data.ts';
import { cart, cartLine } from '../model/cart.tables.ts';

/** The cart in a member's export. */
export async function exportCart(db: Db, memberId: string) {
  return {
    cart: await readOwnRows(db, cartData, 'cart', memberId),
    cartLines: await readOwnRows(db, cartData, 'cart_line', memberId),
  };
}

/** Deletes the cart of a member who leaves: its lines first, so that they are counted down. */
export async function forgetCart(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  const ofMember = tx.db.select({ id: cart.id }).from(cart).where(eq(cart.memberId, memberId));
  await tx.db.delete(cartLine).where(inArray(cartLine.cartId, ofMember));
  await tx.db.delete(cart).where(eq(cart.memberId, memberId));
}

export const cartReturns: Restoration = {
  rows: { cart: 'member_id = $1', cart_line: 'cart_id in (select id from cart where member_id = $1)' },
};
