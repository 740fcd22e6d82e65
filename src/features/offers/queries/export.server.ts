import { inArray } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { offersData } from '../model/offer.data.ts';
import { hidesBuyer } from '../model/offer.rules.ts';
import { offer } from '../model/offer.tables.ts';
import { noteWithoutBuyer, offerNote } from '../model/offer.texts.ts';

/**
 * This feature's part of a member's export: offers of both sides, the other side by username only, and for a seller
 * without the names of members who saved the listing.
 */
export async function exportOffers(db: Db, memberId: string) {
  const rows = await readOwnRows(db, offersData, 'offer', memberId);
  if (rows.length === 0) return { offers: [] };
  const { id, buyerId, sellerId, madeBy, counterOf, status, note } = offer;
  const sides = await db
    .select({ id, buyerId, sellerId, madeBy, counterOf, status, note })
    .from(offer)
    .where(
      inArray(
        offer.id,
        rows.map(({ id }) => String(id)),
      ),
    );
  const sidesOf = new Map(sides.map((row) => [row.id, row]));
  const names = await findSellers(
    db,
    sides.map(({ buyerId, sellerId }) => (buyerId === memberId ? sellerId : buyerId)),
  );
  return {
    // In the order of their ids, so that it does not say in which order they were written, which is that of who saved a
    // listing last.
    offers: rows
      .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      .map((row) => {
        const side = sidesOf.get(String(row.id));
        const role = side?.buyerId === memberId ? 'buyer' : 'seller';
        const otherId = role === 'buyer' ? side?.sellerId : side?.buyerId;
        if (role === 'seller' && side !== undefined && hidesBuyer(side))
          return { ...row, note: noteWithoutBuyer(side.note), role, counterparty: null };
        return {
          ...row,
          note: offerNote(side?.note ?? null),
          role,
          counterparty: names.get(otherId ?? '')?.username ?? null,
        };
      }),
  };
}
