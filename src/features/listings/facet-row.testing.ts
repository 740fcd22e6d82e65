import type { FacetRow } from './facet-row.ts';

/** A plain listing as the columns read it, for tests that put thousands in and change what they are about. */
export const plainRow: FacetRow = {
  n: 1,
  card: null,
  game: 'magic',
  set: null,
  setName: null,
  rarity: null,
  condition: 'mint',
  finish: null,
  language: 'en',
  isGraded: false,
  acceptsOffers: true,
  priceRank: 1,
  expiresAt: 9e8,
  publishedAt: 1,
  made: 1,
  seller: 'a',
  name: 'Charizard',
  title: null,
  number: null,
  grading: null,
};
