import { and, arrayContains, eq, gte, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { findAmong, type ListingNews, mayBeToldOf, readKeptSearch, readListingNews } from '#features/listings/index.server.ts';
import { listsWanting } from '#features/lists/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, alertChoice, follow, type SavedSearchRow, savedSearch } from './alert.tables.ts';
import { awaitNews, type NewAlert } from './await-news.server.ts';
import { tellingSearches } from './telling-searches.server.ts';
import { usualOfLists } from './words.ts';

/**
 * Finds to whom a listing is news: those who follow its seller, those whose want list wants it, and those whose saved search finds it, if it was first for sale after they said so. Each search
 * is made by listings' own finding, once for all members who have saved the same; running again tells nobody twice.
 */
export async function matchNew(platform: Platform, listingId: string): Promise<void> {
  const { db, clock } = platform;
  const [copy] = await readListingNews(db, [listingId], clock.now());
  if (!copy?.isForSale || copy.firstShownAt === null) return;
  const blocked = await blockedWith(db, copy.sellerId);
  const found: NewAlert[] = [];
  for (const { followerId, frequency } of await followersOf(platform, copy, copy.firstShownAt))
    if (!blocked.has(followerId)) found.push({ memberId: followerId, kind: 'seller', sourceId: copy.sellerId, listingId, about: 'new', frequency });
  found.push(...(await wantedOnLists(platform, listingId, copy.firstShownAt)));
  for (const [query, rows] of await searchesFor(platform, copy, copy.firstShownAt)) {
    const kept = readKeptSearch(query);
    if (!(await findAmong(platform, kept, [listingId])).has(listingId)) continue;
    for (const { id, ownerId, frequency } of rows)
      if ((await mayBeToldOf(platform, ownerId, kept, [copy])).length > 0 && (await tellingSearches(db, ownerId)).has(id))
        found.push({ memberId: ownerId, kind: 'search', sourceId: id, listingId, about: 'new', frequency });
  }
  if (found.length > 0) await write(platform, (tx) => awaitNews(tx, found, clock.now()));
}

/** Those on whose lists it is wanted, each list once. */
async function wantedOnLists({ db, clock }: Platform, listingId: string, since: Date): Promise<NewAlert[]> {
  const lists = await listsWanting(db, listingId, since, clock.now());
  const owners = lists.map(({ ownerId }) => ownerId);
  const choices = await db.select().from(alertChoice).where(inArray(alertChoice.memberId, owners));
  const often = new Map(choices.map(({ memberId, lists }) => [memberId, lists]));
  return lists.map(({ listId, ownerId }) => {
    return { memberId: ownerId, kind: 'list', sourceId: listId, listingId, about: 'new', frequency: often.get(ownerId) ?? usualOfLists };
  });
}

function followersOf({ db }: Platform, { sellerId }: ListingNews, since: Date) {
  return db
    .select()
    .from(follow)
    .where(and(eq(follow.sellerId, sellerId), lt(follow.createdAt, since)));
}

/** The searches that may find it, by query: those are ruled out whose game, seller or price it is not, and those that have found it before. */
async function searchesFor({ db }: Platform, copy: ListingNews, since: Date): Promise<Map<string, SavedSearchRow[]>> {
  const { games, sellerId, minRank, maxRank } = savedSearch;
  const isKnown = sql`exists (select from ${alert} where ${alert.kind} = 'search' and ${alert.sourceId} = ${savedSearch.id} and ${alert.listingId} = ${copy.id})`;
  const rows = await db
    .select()
    .from(savedSearch)
    .where(
      and(
        ne(savedSearch.ownerId, copy.sellerId),
        lt(savedSearch.createdAt, since),
        or(eq(games, []), arrayContains(games, [copy.game])),
        or(isNull(sellerId), eq(sellerId, copy.sellerId)),
        or(isNull(minRank), lte(minRank, copy.priceRank)),
        or(isNull(maxRank), gte(maxRank, copy.priceRank)),
        sql`not ${isKnown}`,
      ),
    );
  return Map.groupBy(rows, ({ query }) => query);
}
