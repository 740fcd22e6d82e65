import { and, arrayContains, arrayOverlaps, eq, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { keysOfListing, type ListingNews, likeness, narrowedBy, readKeptSearch, whichFind, wordKeysOf } from '#features/listings/index.server.ts';
import { definitionsOf } from '#features/tiers/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, type SavedSearchRow, savedSearch } from './alert.tables.ts';
import { tellingOf } from './telling-searches.server.ts';

/**
 * The saved searches that find a listing and may tell of it: not its seller's, none of who is `blocked`, of each member as many as their tier has places for, and with advanced
 * language only where the tier has it. Some statements, however many searches there are.
 */
export async function searchesFor(platform: Platform, copy: ListingNews, since: Date, blocked: ReadonlySet<string>): Promise<SavedSearchRow[]> {
  const rows = (await mayFind(platform, copy, since)).filter(({ ownerId }) => !blocked.has(ownerId));
  if (rows.length === 0) return [];
  const searches = [...new Set(rows.map(({ query }) => query))].map((query) => ({ ...readKeptSearch(query), query }));
  const finding = await whichFind(platform, searches, copy);
  const advanced = new Set(searches.filter(({ search }) => search.advanced).map(({ query }) => query));
  const found = rows.filter(({ query }) => finding.has(query));
  const owners = [...new Set(found.map(({ ownerId }) => ownerId))];
  const tiers = await definitionsOf(platform.db, owners);
  const telling = await tellingOf(platform.db, tiers);
  return found.filter(({ id, ownerId, query }) => telling.has(id) && (!advanced.has(query) || tiers.get(ownerId)?.hasAdvancedSearch));
}

/** A card in free text is compared with all that was said: of the rest it needs a word. */
const isLike = (text: string) => sql`word_similarity(${savedSearch.said}, ${text}) >= ${sql.raw(String(likeness))}`;

/** The searches that may find it, by their keys: those are ruled out whose game, seller, price or other terms it is not, and those that have found it before. */
function mayFind({ db }: Platform, copy: ListingNews, since: Date): Promise<SavedSearchRow[]> {
  const { games, sellerId, minRank, maxRank, keys, narrows, said } = savedSearch;
  const isKnown = sql`exists (select from ${alert} where ${alert.kind} = 'search' and ${alert.sourceId} = ${savedSearch.id} and ${alert.listingId} = ${copy.id})`;
  const isNarrowed = narrowedBy(copy).map(([name, value]): SQL => {
    const named = sql`${narrows} -> ${name}`;
    return value === null ? sql`${named} is null` : sql`(${named} is null or ${named} ? ${value})`;
  });
  return db
    .select()
    .from(savedSearch)
    .where(
      and(
        arrayOverlaps(keys, keysOfListing(copy)),
        ne(savedSearch.ownerId, copy.sellerId),
        lt(savedSearch.createdAt, since),
        or(eq(games, []), arrayContains(games, [copy.game])),
        or(isNull(sellerId), eq(sellerId, copy.sellerId)),
        or(isNull(minRank), lte(minRank, copy.priceRank)),
        or(isNull(maxRank), gte(maxRank, copy.priceRank)),
        ...isNarrowed,
        copy.freeText === null ? undefined : or(isNull(said), isLike(copy.freeText), arrayOverlaps(keys, wordKeysOf(copy))),
        sql`not ${isKnown}`,
      ),
    );
}
