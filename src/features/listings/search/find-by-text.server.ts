import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { Listing } from '../contract.ts';
import { readListingQuery } from './listing.query.ts';
import { searchListings } from './search-listings.server.ts';

/** The active listings that fit these words best. Counts against the caller's budget of searches (429). */
export async function findListingsByText(
  platform: Platform,
  caller: Caller,
  words: string,
  limit: number,
): Promise<Listing[]> {
  const { query } = readListingQuery(new URLSearchParams({ q: words }));
  const { items } = await searchListings(platform, caller, { ...query, cursor: null, limit });
  return items;
}
