import { and, arrayOverlaps, eq, gte, isNull, lte, ne, or } from 'drizzle-orm';
import { findAmong, keysOfListings, type ListingNews, readKeptSearch, readListingNews } from '#features/listings/index.server.ts';
import { maybeWanted } from '#features/lists/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { follow, savedSearch } from './alert.tables.ts';
import { keySearches } from './key-searches.server.ts';
import { matchNew } from './match-new.server.ts';

/** The same as `matchNew` for many listings of one seller that have just begun: what can be news to nobody is ruled out for all of them together. */
export async function matchMany(platform: Platform, { sellerId, live }: { sellerId: string; live: readonly string[] }): Promise<void> {
  for (let from = 0; from < live.length; from += atOnce) {
    const copies = await readListingNews(platform.db, live.slice(from, from + atOnce), platform.clock.now());
    const forSale = copies.filter(({ isForSale }) => isForSale);
    for (const id of await newsToSomebody(platform, sellerId, forSale)) await matchNew(platform, id);
  }
}

/** Read together: reading more would hold the process. */
const atOnce = 250;

async function newsToSomebody(platform: Platform, sellerId: string, copies: readonly ListingNews[]): Promise<Set<string>> {
  const ids = copies.map(({ id }) => id);
  const followers = await platform.db.$count(follow, eq(follow.sellerId, sellerId));
  // Where the searches are still read by a new catalogue, their keys rule nothing out.
  if (ids.length === 0 || followers > 0 || !(await keySearches(platform))) return new Set(ids);
  const found = new Set(await maybeWanted(platform.db, ids, platform.clock.now()));
  for (const query of await queriesFor(platform, sellerId, copies)) {
    const left = ids.filter((id) => !found.has(id));
    for (const id of await findAmong(platform, readKeptSearch(query), left)) found.add(id);
  }
  return found;
}

/** The searches that may find one of them: not the seller's own, and not those whose keys, game, seller or price none of them has. */
async function queriesFor({ db }: Platform, sellerId: string, copies: readonly ListingNews[]): Promise<string[]> {
  const ranks = copies.map(({ priceRank }) => priceRank);
  const { games, keys, minRank, maxRank } = savedSearch;
  const rows = await db
    .selectDistinct({ query: savedSearch.query })
    .from(savedSearch)
    .where(
      and(
        arrayOverlaps(keys, keysOfListings(copies)),
        ne(savedSearch.ownerId, sellerId),
        or(eq(games, []), arrayOverlaps(games, [...new Set(copies.map(({ game }) => game))])),
        or(isNull(savedSearch.sellerId), eq(savedSearch.sellerId, sellerId)),
        or(isNull(minRank), lte(minRank, Math.max(...ranks))),
        or(isNull(maxRank), gte(maxRank, Math.min(...ranks))),
      ),
    );
  return rows.map(({ query }) => query);
}
