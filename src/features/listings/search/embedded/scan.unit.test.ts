import { expect, test } from 'vitest';
import { readListingQuery } from '../listing.query.ts';
import { mostFacetValues } from '../listing-search.ts';
import { type IndexedListing, ListingTable } from './listing-table.ts';
import { scan } from './scan.ts';

const listing: IndexedListing = {
  ...{ n: 0, id: '', card: null, game: 'magic', set: null, setName: null, rarity: null, number: null },
  ...{ condition: 'mint', finish: null, language: 'en', graded: false, acceptsOffers: true, grading: null },
  ...{ company: null, grade: null, photo: false },
  ...{ shipsFrom: null, shipsTo: null },
  ...{ edition: null, signed: false, altered: false, misprint: false },
  ...{ price: 100, seller: 'ann', name: 'Forest', title: 'Forest', words: 'forest', publishedAt: 1, expiresAt: 1e15 },
};

test('of many sets the most frequent ones are counted, beside listings without a set', () => {
  const table = new ListingTable(64);
  let n = 0;
  const put = (set: string | null, copies: number) => {
    for (let i = 0; i < copies; i++) table.put({ ...listing, n: ++n, id: String(n), set, setName: set });
  };
  put(null, 100);
  for (let copies = 1; copies <= 60; copies++) put(`set-${copies}`, copies);
  const { query } = readListingQuery(new URLSearchParams());
  const request = { filters: query, sort: query.sort, after: null, limit: 1, now: new Date(1) };
  const { counts } = scan(table, { ...request, predicate: null, sought: null });
  expect(counts.set.map(({ count }) => count)).toEqual(Array.from({ length: mostFacetValues }, (_, i) => 60 - i));
});
