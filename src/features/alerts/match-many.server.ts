import { and, arrayOverlaps, eq, gte, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import { findAmong, keysOfListing, type ListingNews, readKeptSearch, readListingNews, savedAmong } from '#features/listings/index.server.ts';
import { maybeWanted } from '#features/lists/index.server.ts';
import { slicesOf } from '#kernel/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { favoriteWatch, follow, savedSearch } from './alert.tables.ts';
import { keySearches } from './key-searches.server.ts';
import { matchNew } from './match-new.server.ts';
import { watchFavourite } from './watch-favourite.server.ts';

/** The same as `matchNew` for many listings of one seller that have just begun: what can be news to nobody is ruled out for all of them together. */
export async function matchMany(platform: Platform, { sellerId, live }: Seen): Promise<void> {
  // Who follows a seller is told of each copy that is new.
  const isFollowed = (await platform.db.$count(follow, eq(follow.sellerId, sellerId))) > 0;
  for (const ids of slicesOf(live, atOnce)) await matchSome(platform, sellerId, ids, isFollowed);
}

/** Many listings of one seller with new prices: followers heard of each when it was new; searches and want lists that ask for a price may find it only now, and those who saved it look at what became of it. */
export async function matchRepriced(platform: Platform, { sellerId, live, shown }: Seen & { shown: readonly string[] }): Promise<void> {
  for (const ids of slicesOf(live, atOnce)) await matchSome(platform, sellerId, ids, false);
  for (const ids of slicesOf(shown, atOnce)) for (const id of await favouritesAmong(platform, ids)) await watchFavourite(platform, id);
}

interface Seen {
  sellerId: string;
  live: readonly string[];
}

async function matchSome(platform: Platform, sellerId: string, ids: readonly string[], isFollowed: boolean): Promise<void> {
  const copies = await readListingNews(platform.db, ids, platform.clock.now());
  const forSale = copies.filter(({ isForSale }) => isForSale);
  for (const id of await newsToSomebody(platform, sellerId, forSale, isFollowed)) await matchNew(platform, id);
}

/** Those that somebody saved, or of which it is kept what somebody knows. */
async function favouritesAmong({ db }: Platform, ids: readonly string[]): Promise<Set<string>> {
  const known = await db
    .selectDistinct({ id: favoriteWatch.listingId })
    .from(favoriteWatch)
    .where(inArray(favoriteWatch.listingId, [...ids]));
  return new Set([...(await savedAmong(db, ids)), ...known.map(({ id }) => id)]);
}

/** Read together: reading more would hold the process. */
const atOnce = 250;

async function newsToSomebody(platform: Platform, sellerId: string, copies: readonly ListingNews[], isFollowed: boolean): Promise<Set<string>> {
  const ids = copies.map(({ id }) => id);
  // Where the searches are still read by a new catalogue, their keys rule nothing out.
  if (ids.length === 0 || isFollowed || !(await keySearches(platform))) return new Set(ids);
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
        arrayOverlaps(keys, [...new Set(copies.flatMap(keysOfListing))]),
        ne(savedSearch.ownerId, sellerId),
        or(eq(games, []), arrayOverlaps(games, [...new Set(copies.map(({ game }) => game))])),
        or(isNull(savedSearch.sellerId), eq(savedSearch.sellerId, sellerId)),
        or(isNull(minRank), lte(minRank, Math.max(...ranks))),
        or(isNull(maxRank), gte(maxRank, Math.min(...ranks))),
      ),
    );
  return rows.map(({ query }) => query);
}
