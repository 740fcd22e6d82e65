import { findLocations } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { cheapestFirst } from '../carousels/listing.carousels.server.ts';
import type { CopyRow, TileFacts } from '../components/listing-words.ts';

/**
 * Copies as the table of copies shows them, the cheapest with shipping first: each with the place and country that its
 * seller names, in the seller's own words.
 */
export async function copyRows(db: Db, copies: readonly TileFacts[]): Promise<CopyRow[]> {
  const locations = await findLocations(
    db,
    copies.map(({ seller }) => seller.id),
  );
  return cheapestFirst(copies).map((copy) => {
    const location = locations.get(copy.seller.id);
    return location === undefined ? copy : { ...copy, location };
  });
}
