import { inArray } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { offersData } from './offer.data.ts';
import { isUnseenBySeller } from './offer.rules.ts';
import { offer } from './offer.tables.ts';

/** This room's part of a member's export: offers of both sides, the other one by username only, and who saved a listing by none. */
export async function exportOffers(db: Db, memberId: string) {
  const rows = await readOwnRows(db, offersData, 'offer', memberId);
  if (rows.length === 0) return { offers: [] };
  const { id, buyerId, sellerId, madeBy, counterOf, status } = offer;
  const sides = await db
    .select({ id, buyerId, sellerId, madeBy, counterOf, status })
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
    offers: rows.map((row) => {
      const side = sidesOf.get(String(row.id));
      const role = side?.buyerId === memberId ? 'buyer' : 'seller';
      const otherId = role === 'buyer' ? side?.sellerId : side?.buyerId;
      const isUnseen = role === 'seller' && side !== undefined && isUnseenBySeller(side);
      return { ...row, role, counterparty: isUnseen ? null : (names.get(otherId ?? '')?.username ?? null) };
    }),
  };
}
