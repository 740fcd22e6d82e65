import { and, arrayContains, arrayOverlaps, eq, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { cardKeyOf, keysOfListings, type ListingNews, likeness, narrowedBy, whichFit } from '#features/listings/index.server.ts';
import { definitionsOf } from '#features/tiers/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, savedSearch } from './alert.tables.ts';
import { tellingOf } from './telling-searches.server.ts';

/** A search that finds a listing. */
export interface FindingSearch {
  id: string;
  ownerId: string;
  frequency: Frequency;
}

/**
 * The saved searches that find a listing and may tell of it: not its seller's, none of who is `blocked`, of each member as many as their tier has places for, and with advanced
 * language only where the tier has it. Four statements, however many searches there are: what the catalogue reads in their words is kept with them.
 */
export async function searchesFor(platform: Platform, copy: ListingNews, since: Date, blocked: ReadonlySet<string>): Promise<FindingSearch[]> {
  const rows = (await finding(platform, copy, since)).filter(({ ownerId }) => !blocked.has(ownerId));
  const advanced = [...new Set(rows.flatMap(({ query }) => query ?? []))];
  const fitting = await whichFit(platform, advanced, copy.id);
  const found = rows.filter(({ query }) => query === null || fitting.has(query));
  if (found.length === 0) return [];
  const owners = [...new Set(found.map(({ ownerId }) => ownerId))];
  const tiers = await definitionsOf(platform.db, owners);
  const telling = await tellingOf(platform.db, tiers);
  return found.filter(({ id, ownerId, query }) => telling.has(id) && (query === null || tiers.get(ownerId)?.hasAdvancedSearch));
}

/** The searches that find it and have not found it before, but for what they say in advanced language: `query` is theirs alone who do. */
function finding({ db }: Platform, copy: ListingNews, since: Date) {
  const { id, ownerId, frequency, games, sellerId, minRank, maxRank, keys, narrows, advanced } = savedSearch;
  const isKnown = sql`exists (select from ${alert} where ${alert.kind} = 'search' and ${alert.sourceId} = ${savedSearch.id} and ${alert.listingId} = ${copy.id})`;
  const isNarrowed = narrowedBy(copy).map(([name, value]): SQL => {
    const named = sql`${narrows} -> ${name}`;
    return value === null ? sql`${named} is null` : sql`(${named} is null or ${named} ? ${value})`;
  });
  return db
    .select({ id, ownerId, frequency, query: sql<string | null>`case when ${advanced} then ${savedSearch.query} end` })
    .from(savedSearch)
    .where(
      and(
        arrayOverlaps(keys, keysOfListings([copy])),
        ne(ownerId, copy.sellerId),
        lt(savedSearch.createdAt, since),
        or(eq(games, []), arrayContains(games, [copy.game])),
        or(isNull(sellerId), eq(sellerId, copy.sellerId)),
        or(isNull(minRank), lte(minRank, copy.priceRank)),
        or(isNull(maxRank), gte(maxRank, copy.priceRank)),
        ...isNarrowed,
        or(isNull(savedSearch.said), ...isSaid(copy)),
        sql`not ${isKnown}`,
      ),
    );
}

/** Its words mean the card, or it holds all of them, or it is a card in free text that is like them: one of these at least. */
function isSaid(copy: ListingNews): SQL[] {
  const { keys, said, words } = savedSearch;
  const card = cardKeyOf(copy);
  const holds = sql`(${words} <> '{}' and ${words} <@ ${sql.param(copy.words)}::text[])`;
  const like = sql`word_similarity(${said}, ${copy.freeText}) >= ${sql.raw(String(likeness))}`;
  return [...(card === null ? [] : [sql`${card} = any(${keys})`]), holds, ...(copy.freeText === null ? [] : [like])];
}
