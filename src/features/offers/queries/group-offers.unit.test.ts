import { expect, test } from 'vitest';
import { groupOffers } from './group-offers.ts';

test('offers for one listing follow each other at the place of the first; an offer for several listings stays alone', () => {
  const row = (id: string, listingId: string, lines: unknown = null) => ({ offer: { id, listingId, lines } });
  const rows = [row('1', 'a'), row('2', 'b'), row('3', 'a'), row('4', 'a', []), row('5', 'b')];
  expect(groupOffers(rows).map(({ offer, place }) => [offer.id, place])).toEqual([
    ['1', 2],
    ['3', 'next'],
    ['2', 2],
    ['5', 'next'],
    ['4', 'alone'],
  ]);
});
