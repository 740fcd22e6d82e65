import { type CopyFlag, copyFlags, eachFlag } from '#features/catalogue/words.ts';

/** The whole state of the browse page, as its address holds it. */
export interface BrowseQuery extends Record<CopyFlag, FlagValue> {
  q: string;
  game: string;
  set: string[];
  rarity: string[];
  condition: string[];
  finish: string[];
  language: string[];
  graded: FlagValue;
  company: string[];
  grade: string[];
  photo: FlagValue;
  edition: string[];
  shipsFrom: string[];
  offers: boolean;
  /** As typed; read by `priceOf`. */
  minPrice: string;
  maxPrice: string;
  seller: string;
  /** One of `leastRatings`. */
  minRating: string;
  /** A country, `EU`, `world`, or nothing. */
  shipsTo: string;
  sort: string;
  view: View;
  /** Every set and rarity to choose from, and not the commonest alone. */
  allValues: boolean;
  cursor: string;
}

export type View = 'grid' | 'compact' | 'table';

/** Filters of several values. */
export const listFilters = [
  'set',
  'rarity',
  'condition',
  'finish',
  'language',
  'company',
  'grade',
  'edition',
  'shipsFrom',
] as const;
export type ListFilter = (typeof listFilters)[number];
/** Those that can be typed after `is:`. */
export const operatorFlags = ['graded', ...copyFlags] as const;
/** Three-state filters: yes, no, or not set. */
export const flagFilters = [...operatorFlags, 'photo'] as const;
export type FlagValue = '' | 'true' | 'false';

/** The plain page: nothing is searched for. */
const everything: BrowseQuery = {
  q: '',
  game: '',
  set: [],
  rarity: [],
  condition: [],
  finish: [],
  language: [],
  graded: '',
  company: [],
  grade: [],
  photo: '',
  edition: [],
  shipsFrom: [],
  ...eachFlag(() => '' as const),
  offers: false,
  minPrice: '',
  maxPrice: '',
  seller: '',
  minRating: '',
  shipsTo: '',
  sort: 'newest',
  view: 'grid',
  allValues: false,
  cursor: '',
};

/**
 * The address of a state: only what differs from the plain page, in one order, so that equal states have equal
 * addresses.
 */
export function browseParams(query: BrowseQuery): URLSearchParams {
  const params = new URLSearchParams();
  const put = (name: string, value: string) => value && params.append(name, value);
  put('q', query.q);
  put('game', query.game);
  for (const name of listFilters) for (const value of query[name]) put(name, value);
  for (const name of flagFilters) put(name, query[name]);
  if (query.offers) put('acceptsOffers', 'true');
  put('minPrice', query.minPrice);
  put('maxPrice', query.maxPrice);
  put('seller', query.seller);
  put('minRating', query.minRating);
  put('shipsTo', query.shipsTo);
  if (query.sort !== (query.q ? 'relevance' : 'newest')) put('sort', query.sort);
  if (query.view !== 'grid') put('view', query.view);
  if (query.allValues) put('facets', 'all');
  put('cursor', query.cursor);
  return params;
}

/** A link to the same search with something changed; a change of what is searched starts at the first page again. */
export function browseLink(query: BrowseQuery, change: Partial<BrowseQuery>): string {
  const params = browseParams({ ...query, cursor: '', ...change }).toString();
  return params ? `/browse?${params}` : '/browse';
}

/** A search from anywhere else. */
export function browseAddress(wanted: Partial<BrowseQuery>): string {
  return browseLink(everything, { ...wanted, sort: wanted.sort ?? (wanted.q ? 'relevance' : 'newest') });
}
