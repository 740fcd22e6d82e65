/** The first of several offers for a listing has their number; `alone` is the only one. */
export type GroupPlace = number | 'next' | 'alone';

/**
 * Offers for one listing one after the other, at the place of the first of them. An offer for several listings stays
 * alone.
 */
export function groupOffers<T extends { offer: { listingId: string; lines: unknown } }>(
  offers: readonly T[],
): (T & { place: GroupPlace })[] {
  const groups = Map.groupBy(offers, (row) => (row.offer.lines === null ? row.offer.listingId : row));
  return [...groups.values()].flatMap((group) =>
    group.map((row, n) => ({ ...row, place: group.length === 1 ? 'alone' : n === 0 ? group.length : 'next' })),
  );
}
