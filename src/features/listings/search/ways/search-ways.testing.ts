import { expect } from 'vitest';
import type { TestMarket } from '#testing/server.ts';
import type { FoundListings, ListingQuery } from '../../contract.ts';
import { embeddedSearch } from '../embedded/embedded.server.ts';
import { readListingQuery } from '../listing.query.ts';
import type { ListingSearch, SearchResult } from '../listing-search.ts';
import { searchPage, seek } from '../search-listings.server.ts';
import { cursorKey } from '../search-order.ts';
import { postgresSearch } from '../sql/search-by-sql.server.ts';

export const adapters = { embedded: embeddedSearch, postgres: postgresSearch } as const;
type Adapter = keyof typeof adapters;

export function queryOf(address: string, cursor: string | null = null): ListingQuery {
  const { query, errors } = readListingQuery(new URLSearchParams(address));
  expect(errors, address).toEqual({});
  return { ...query, cursor, limit: 3 };
}

/** The page by one adapter of the port. */
export function pageBy({ platform }: TestMarket, adapter: Adapter, query: ListingQuery): Promise<FoundListings> {
  return searchPage(platform, query, [adapters[adapter](platform)]);
}

/** What an adapter answers of itself. */
export async function findBy(
  { platform, clock }: TestMarket,
  adapter: Adapter,
  query: ListingQuery,
): Promise<SearchResult | null> {
  const criteria = await seek(platform, query);
  const { sort, limit, cursor: _cursor, ...filters } = query;
  const search: ListingSearch = adapters[adapter](platform);
  return search.find({
    filters,
    cards: criteria?.cards ?? null,
    sort,
    after: cursorKey(query),
    limit,
    now: clock.now(),
  });
}

/**
 * Walks the pages of a search by both adapters and expects the same of each: hits, keys, counts and pages. Answers how
 * many listings they show.
 */
export async function compareWays(
  market: TestMarket,
  address: string,
  withoutSellers?: readonly string[],
): Promise<number> {
  let found = 0;
  let cursor: string | null = null;
  for (let page = 0; page < 4 && (page === 0 || cursor !== null); page++) {
    const query: ListingQuery = { ...queryOf(address, cursor), ...(withoutSellers ? { withoutSellers } : {}) };
    expect(await findBy(market, 'embedded', query), `${address}, page ${page}`).toEqual(
      await findBy(market, 'postgres', query),
    );
    const bySql = await pageBy(market, 'postgres', query);
    expect(await pageBy(market, 'embedded', query), `${address}, page ${page}`).toEqual(bySql);
    expect(bySql.items.filter((item) => withoutSellers?.includes(item.seller.id))).toEqual([]);
    cursor = bySql.nextCursor;
    found += bySql.items.length;
  }
  return found;
}
