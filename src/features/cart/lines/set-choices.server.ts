import { eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { CartChoicesInput } from '../contract.ts';
import { cart } from '../model/cart.tables.ts';
import { readContents } from './contents.server.ts';
import {
  type CartHolder,
  type ChangedCart,
  closeCart,
  countChange,
  findOpenCart,
  openCart,
} from './open-cart.server.ts';

/**
 * Sets the country of a cart, or shipping methods of sellers. A method that doesn't fit, now or later, counts as none.
 * A visitor without a cart has nothing to choose for. Refuses too many changes (429).
 */
export async function setChoices(
  platform: Platform,
  holder: CartHolder,
  { country, shipping = [] }: CartChoicesInput,
): Promise<ChangedCart> {
  await countChange(platform, holder);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const open = await (holder.memberId === null ? findOpenCart : openCart)(tx, holder, now);
    if (!open) return { token: holder.token, lineCount: 0 };
    const [before] = await tx.db.select({ methods: cart.methods }).from(cart).where(eq(cart.id, open.id));
    const { sellers } = await readContents(tx, open.id);
    // Those of sellers who are not in the cart any more are forgotten, so that a cart never stores more than a few.
    const kept = Object.entries(before?.methods ?? {}).filter(([sellerId]) => sellers.has(sellerId));
    const chosen = shipping.map(({ sellerId, method }) => [sellerId, method]);
    await tx.db
      .update(cart)
      .set({ methods: Object.fromEntries([...kept, ...chosen]), ...(country === undefined ? {} : { country }) })
      .where(eq(cart.id, open.id));
    return closeCart(tx, open);
  });
}
