import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { pickFlags } from '#features/catalogue/words.ts';
import type { Db } from '#platform/db/db.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';

const columns = {
  id: listing.id,
  cardId: listing.cardId,
  game: listing.game,
  setCode: listing.setCode,
  setName: listing.setName,
  number: listing.number,
  name: listing.name,
  rarity: listing.rarity,
  condition: listing.condition,
  finish: listing.finish,
  language: listing.language,
  edition: listing.edition,
  ...pickFlags(listing),
  grading: listing.grading,
  priceAmount: listing.priceAmount,
  currency: listing.currency,
  description: listing.description,
  sku: listing.sku,
  place: listing.place,
  privateNote: listing.privateNote,
  costAmount: listing.costAmount,
  costCurrency: listing.costCurrency,
  status: listing.status,
};

/** What of a listing a file of stock can hold. `available` counts neither held nor sold copies. */
export type OwnCopy = Pick<ListingRow, keyof typeof columns> & { available: number };

const available = sql<number>`${listing.quantity} - ${listing.quantityHeld} - ${listing.quantitySold}`;

/** A seller's unsold copies, including drafts and paused listings; `at once` listings at a time, oldest first. */
export async function* ownStock(db: Db, sellerId: string, atOnce = 1_000): AsyncGenerator<OwnCopy[]> {
  const { id, status } = listing;
  let after = '';
  for (;;) {
    const rows = await db
      .select({ ...columns, available })
      .from(listing)
      .where(
        and(
          eq(listing.sellerId, sellerId),
          inArray(status, ['draft', 'active', 'paused', 'expired']),
          gt(available, 0),
          gt(id, after),
        ),
      )
      .orderBy(asc(id))
      .limit(atOnce);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < atOnce) return;
  }
}
