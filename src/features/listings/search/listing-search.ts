import { type ListingFilters, type ListingSort, traitFilters } from './listing.query.ts';

/**
 * Filters whose values are counted. The counts of a facet ignore its own choice: they say what else could be chosen.
 */
export const facetNames = [
  'game',
  'set',
  'rarity',
  'condition',
  'finish',
  'language',
  'graded',
  'company',
  'grade',
  'photo',
  'shipsFrom',
  'shipsTo',
  'price',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Filters that can be given up one by one where a search finds nothing. */
export const filterNames = [...facetNames, ...traitFilters] as const;
export type FilterName = (typeof filterNames)[number];

/** Upper edges of the price facet's buckets, in minor units of the reference currency; the last bucket is open. */
export const priceEdges = [100, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;

/** Sets and rarities that are answered: the most frequent ones. */
export const mostFacetValues = 50;

/** Rank of a listing that holds all words and is of no card that was named; named cards rank from 1 to fewer. */
export const wordsRank = 50_000;

/** Which cards and words a search is about, as the catalogue reads them. */
export interface MatchedCards {
  /** Ids of cards, best first. */
  named: readonly string[];
  /** To be compared with listings of cards in free text, which may be misspelt. */
  text: string;
  /** Listings that hold all of these words are meant as well; empty where every card that is meant is named. */
  words: readonly string[];
}

/** The sort key of a listing, the id last: `[rank, price, id]`, `[price, id]`, or `[microseconds since 1970, id]`. */
export type SortKey = readonly (string | number)[];

export interface SearchRequest {
  filters: ListingFilters;
  /** Null for a search without words. */
  cards: MatchedCards | null;
  sort: ListingSort;
  /** The key of the last listing of the page before; null for the first page. */
  after: SortKey | null;
  /** How many hits at most. */
  limit: number;
  now: Date;
}

export interface SearchResult {
  /** In the order of `sort`. */
  hits: readonly { id: string; key: SortKey }[];
  total: number;
  /** Whether there may be more than `total`. */
  approximate: boolean;
  /** Most frequent first. Prices are counted by the number of their bucket. A set's label is its name. */
  counts: Readonly<Record<FacetName, readonly FacetCount[]>>;
  /** How many there would be without one of the chosen filters. */
  without: Partial<Record<FilterName, number>>;
}

export interface FacetCount {
  value: string;
  count: number;
  label?: string;
}

/**
 * Finds listings for sale: a plain question in; ids, sort keys and counts out. An adapter knows no rows: the page reads
 * those, and drops what is not for sale any more.
 */
export interface ListingSearch {
  /** Null where this adapter cannot answer now: its index is loading, or disconnected from events. */
  find(request: SearchRequest): Promise<SearchResult | null>;
}

export function isChosen(filters: ListingFilters, name: FilterName): boolean {
  if (name === 'price') return filters.minPrice !== null || filters.maxPrice !== null;
  const chosen = filters[name];
  return Array.isArray(chosen) ? chosen.length > 0 : chosen !== null;
}
