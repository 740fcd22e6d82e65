import { inArray } from 'drizzle-orm';
import type { HeldStock } from '#features/listings/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { offer } from '../model/offer.tables.ts';
import { isTogether, linesOf } from './offer.lines.server.ts';

/** What each of these accepted offers reserves, at the agreed prices: of an offer for several all that is paid together. */
export async function findReservedCopies(db: Db, offerIds: readonly string[]): Promise<Map<string, HeldStock[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(offer)
    .where(inArray(offer.id, [...offerIds]));
  const lines = await linesOf(db, rows);
  return new Map(
    rows.map((row) => {
      const together = lines.get(row.basketId ?? '')?.filter((line) => isTogether(row, line)) ?? [row];
      return [row.id, together.flatMap(({ held }) => held ?? [])];
    }),
  );
}
