import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId, secondOfId } from '#kernel/ids.ts';
import { encodeCursor } from '#kernel/paging.ts';
import { FacetColumns } from './facet-columns.ts';
import { firstOf } from './first-places.ts';
import { readListingQuery } from './listing.query.ts';

const base = { card: 'a', game: 'magic', set: 's', setName: 'S', rarity: null, condition: 'mint', finish: null, language: 'en' } as const;
const rest = { isGraded: false, acceptsOffers: true, seller: 'a', name: 'Charizard', title: null, number: null, grading: null };
const listing = fc.record({
  id: fc.oneof(
    { weight: 300, arbitrary: fc.integer({ min: 0, max: 5_000 }).map((ms) => newId(1_700_000_000_000 + ms)) },
    { weight: 1, arbitrary: fc.constant('ilou') },
  ),
  price: fc.constantFrom(1, 2, 3, 0xffffffff, 0x100000000),
});
const orders = { price_asc: 1, price_desc: -1 } as const;

test('of equal prices the ids decide as far as their seconds go, and no listing of a page is left out', () => {
  let parted = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(listing, { maxLength: 60, selector: ({ id }) => id }),
      fc.constantFrom('price_asc' as const, 'price_desc' as const),
      fc.option(fc.nat({ max: 59 })),
      fc.boolean(),
      fc.integer({ min: 1, max: 8 }),
      (listings, sort, cursorAt, isMadeUp, wanted) => {
        const columns = new FacetColumns();
        for (const [i, { id, price }] of listings.entries())
          columns.put({ n: i + 1, ...base, ...rest, priceRank: price, expiresAt: 9, publishedAt: 1, made: secondOfId(id) });
        const compare = (a: (typeof listings)[number], b: (typeof listings)[number]) => orders[sort] * (a.price - b.price || (a.id < b.id ? -1 : 1));
        const at = cursorAt === null ? undefined : listings[cursorAt];
        const from = at && isMadeUp ? { ...at, id: '0' } : at;
        const cursor = from ? encodeCursor([sort, from.price, from.id]) : null;
        const query = { ...readListingQuery(new URLSearchParams({ sort })).query, cursor, limit: 24 };
        const { chosen, hasMore } = firstOf(columns, Int32Array.from(listings.keys()), query, wanted);
        const after = listings.filter((each) => each.id !== from?.id && (!from || compare(each, from) > 0)).sort(compare);
        const found = new Set(chosen.map((place) => listings[place]));
        const page = after.filter((each) => found.has(each));
        expect(page).toEqual(after.slice(0, page.length));
        expect(page.length).toBeGreaterThanOrEqual(Math.min(wanted, after.length));
        expect(hasMore).toBe(page.length < after.length);
        const ofPrices = listings.filter(({ price }) => listings.some((other) => other.price === price && found.has(other))).length;
        if (columns.isOrdered && chosen.length < ofPrices) parted++;
      },
    ),
    { seed: 20_261_126, numRuns: 400 },
  );
  expect(parted).toBeGreaterThan(30);
});
