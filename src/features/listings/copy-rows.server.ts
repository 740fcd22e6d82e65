import { findLocations } from '#features/members/index.server.ts';
import { countryName } from '#kernel/country-name.ts';
import type { Db } from '#platform/db/db.ts';
import type { CopyRow, TileFacts } from './components/listing-words.ts';
import { cheapestFirst } from './listing.shelves.server.ts';

/** Copies as the table of copies shows them, the cheapest with shipping first: each with the country that its seller names. */
export async function copyRows(db: Db, copies: readonly TileFacts[]): Promise<CopyRow[]> {
  const locations = await findLocations(
    db,
    copies.map(({ seller }) => seller.id),
  );
  return cheapestFirst(copies).map((copy) => {
    const country = countryIn(locations.get(copy.seller.id) ?? null);
    return country === null ? copy : { ...copy, country };
  });
}

/** The country of a place as a member writes it, which is its last part: `Lyon, FR` and `Lyon, France` are in France. */
export function countryIn(location: string | null): string | null {
  const last = location?.split(',').at(-1)?.trim() ?? '';
  if (last === '') return null;
  return countryName(last) ?? last;
}
