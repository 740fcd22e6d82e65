import { parseSearch } from '#features/catalogue/language.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { noAmountIn } from '#kernel/numbers/typed-money.ts';
import { invalid, notAllowed } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { browseParams } from '../components/browse/browse-address.ts';
import { appliedFilters, priceOf, readBrowseQuery } from '../components/browse/browse-query.ts';
import { listingRefusals } from '../contract.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import type { ListingUpdates } from '../notices/listing-updates.server.ts';
import { findSpelledOut, searchOf } from './browse-search.server.ts';
import type { ListingSearch } from './listing.query.ts';
import { everySpelling, seek } from './search-listings.server.ts';
import { amongStatement } from './sql/search-sql.server.ts';

/** A browse page's search without what only pages it: equal searches have equal queries. */
export interface StoredSearch {
  query: string;
  search: ListingSearch;
}

/** The query string of a browse address, parsed again. */
export function readStoredSearch(query: string): StoredSearch {
  const read = {
    ...readBrowseQuery(new URLSearchParams(query)),
    sort: '',
    view: 'grid' as const,
    allValues: false,
    cursor: '',
  };
  return { query: browseParams({ ...read, sort: read.q ? 'relevance' : 'newest' }).toString(), search: searchOf(read) };
}

/**
 * `“charizard”, Up to $50`: a saved search in words, with the page's names of filters. Sets are named by their codes.
 */
export function wordsOfSearch(query: string): string {
  const names = { set: (value: string) => value.toUpperCase(), seller: null };
  return appliedFilters(readBrowseQuery(new URLSearchParams(query)), names)
    .map(({ label }) => label)
    .join(', ');
}

/**
 * The search of a browse address, or of its query string, for a saved search. Refuses an empty or invalid one (422),
 * and advanced search without a tier that has it (403 `tier_limit`).
 */
export async function requireStorableSearch(
  platform: Platform,
  memberId: string,
  address: string,
): Promise<StoredSearch> {
  const typed = address.slice(address.indexOf('?') + 1);
  const read = readBrowseQuery(new URLSearchParams(typed));
  // A page with an invalid price shows all prices and says so; a later notification could not.
  for (const price of [read.minPrice, read.maxPrice])
    if (price !== '' && priceOf(price) === null) throw invalid({ query: noAmountIn('USD', price) });
  const spelled = await findSpelledOut(platform, { id: memberId }, read);
  const search = readStoredSearch(spelled === null ? typed : spelled.slice(spelled.indexOf('?') + 1));
  if (search.query === '') throw invalid({ query: 'Enter keywords or choose a filter first.' });
  const q = new URLSearchParams(search.query).get('q') ?? '';
  const problem = isAdvanced(q) ? parseSearch(q).problem : null;
  if (problem) throw invalid({ query: problem.message });
  if (!(await maySearch(platform, memberId, search.search)))
    throw notAllowed('Advanced search is part of Premium.', listingRefusals.tierLimit);
  return search;
}

async function maySearch(
  { db }: Pick<Platform, 'db'>,
  memberId: string,
  { advanced }: ListingSearch,
): Promise<boolean> {
  return advanced === undefined || (await definitionOf(db, memberId)).hasAdvancedSearch;
}

/**
 * Of these listings those that the search matches now: exactly those of its browse page for a viewer without blocks.
 */
export async function findAmong(
  platform: Platform,
  { search }: StoredSearch,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { sort: _sort, ...filters } =
    search.rarity.length > 0 ? { ...search, rarity: everySpelling(search.rarity) } : search;
  const criteria = await seek(platform, filters);
  const { rows } = await platform.pool.query<{ id: string }>(
    amongStatement(filters, criteria?.cards ?? null, ids, platform.clock.now()),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Of a search's matches those of which this member may be notified: not their own, not of a blocked member, and by
 * advanced search only as their tier allows.
 */
export async function mayBeNotifiedOf(
  platform: Platform,
  memberId: string,
  search: StoredSearch | null,
  found: readonly ListingUpdates[],
): Promise<ListingUpdates[]> {
  if (search && !(await maySearch(platform, memberId, search.search))) return [];
  const hidden = await hiddenFrom(platform, memberId);
  return found.filter(({ sellerId }) => sellerId !== memberId && !hidden.has(sellerId));
}
