import { expect } from 'vitest';
import type { TestMarket } from '#testing/server.ts';
import type { ListingQuery } from './contract.ts';
import { readListingQuery } from './listing.query.ts';
import { searchBySql } from './search-by-sql.server.ts';
import { type FindListings, pageBy, readFound } from './search-listings.server.ts';
import { searchInMemory } from './search-memory.server.ts';

export function queryOf(address: string, cursor: string | null = null): ListingQuery {
  const { query, errors } = readListingQuery(new URLSearchParams(address));
  expect(errors, address).toEqual({});
  return { ...query, cursor, limit: 3 };
}

/** The page by one of the ways, read from the text that is sent. */
export async function readWay<None extends null>(market: TestMarket, find: FindListings<None>, query: ListingQuery) {
  const found = await pageBy(find, market.platform, query, market.clock.now());
  return found && readFound(found);
}

/** Walks the pages of a search both ways and expects the same of each. */
export async function compareWays(market: TestMarket, address: string, withoutSellers?: readonly string[]): Promise<number> {
  let found = 0;
  let cursor: string | null = null;
  for (let page = 0; page < 4 && (page === 0 || cursor !== null); page++) {
    const query: ListingQuery = { ...queryOf(address, cursor), ...(withoutSellers ? { withoutSellers } : {}) };
    const bySql = await readWay(market, searchBySql, query);
    const inMemory = await readWay(market, searchInMemory, query);
    expect(inMemory, `${address}, page ${page}`).toEqual(bySql);
    expect(bySql?.items.filter((item) => withoutSellers?.includes(item.seller.id))).toEqual([]);
    cursor = bySql?.nextCursor ?? null;
    found += bySql?.items.length ?? 0;
  }
  return found;
}
