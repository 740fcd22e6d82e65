import { asc, eq } from 'drizzle-orm';
import { sellersOfListings } from '#features/listings/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { cartQuotas } from '../model/cart.limits.ts';
import { type CartLineRow, cartLine } from '../model/cart.tables.ts';
import { cartLimits } from '../words.ts';

/** What a cart holds. */
export interface Contents {
  /** In the order in which they were added. */
  rows: CartLineRow[];
  lines: Set<string>;
  /** Of each listing; one that was deleted has none. */
  sellerOf: ReadonlyMap<string, string>;
  sellers: Set<string>;
}

export async function readContents(tx: Tx, cartId: string): Promise<Contents> {
  const rows = await tx.db
    .select()
    .from(cartLine)
    .where(eq(cartLine.cartId, cartId))
    .orderBy(asc(cartLine.addedAt), asc(cartLine.listingId));
  const ids = rows.map(({ listingId }) => listingId);
  const sellerOf = await sellersOfListings(tx.db, ids);
  return { rows, lines: new Set(ids), sellerOf, sellers: new Set(sellerOf.values()) };
}

/** The quota that one more listing of this seller would exceed. */
export function exceededBy({ lines, sellers }: Pick<Contents, 'lines' | 'sellers'>, sellerId: string | undefined) {
  if (lines.size >= cartLimits.lines) return cartQuotas.lines;
  const isNew = sellerId !== undefined && !sellers.has(sellerId);
  return isNew && sellers.size >= cartLimits.sellers ? cartQuotas.sellers : null;
}
