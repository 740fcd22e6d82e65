import { sql } from 'drizzle-orm';
import {
  cardKeyOf,
  keysOfListing,
  type ListingUpdates,
  likeness,
  narrowedBy,
  whichFit,
} from '#features/listings/index.server.ts';
import { tierDefinitions } from '#features/tiers/contract.ts';
import { definitionsOf } from '#features/tiers/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, savedSearch } from '../model/alert.tables.ts';

/** A saved search that finds a listing. */
export interface FindingSearch {
  id: string;
  listingId: string;
  ownerId: string;
  frequency: Frequency;
}

/** A listing that has been for sale. */
export type Shown = ListingUpdates & { firstShownAt: Date };

/** True where no block exists between a seller and another member. */
export type IsBlockedPair = (sellerId: string, other: string) => boolean;

/**
 * A search with fewer newer searches than the smallest limit is active in every tier; with more than the largest, in
 * none.
 */
const places = Object.values(tierDefinitions).map(({ maxSavedSearches }) => maxSavedSearches);
const [leastPlaces, mostPlaces] = [Math.min(...places), Math.max(...places)];

/**
 * The active saved searches that find these listings: not the seller's own, none of blocked members, as many of each
 * member as their tier allows, and advanced language only where the tier has it. At most three statements, whatever the
 * number of searches and listings: the keys from the catalogue are stored with the searches, and the tier is read only
 * where it may matter.
 */
export async function searchesFor(
  platform: Platform,
  copies: readonly Shown[],
  isBlockedPair: IsBlockedPair,
): Promise<FindingSearch[]> {
  const sellers = new Map(copies.map(({ id, sellerId }) => [id, sellerId]));
  const rows = (await finding(platform, copies)).filter(
    ({ ownerId, listingId }) => !isBlockedPair(sellers.get(listingId) ?? '', ownerId),
  );
  const mayNotify = await notifyingAmong(platform.db, rows);
  const advanced = rows.filter((row) => row.query !== null && mayNotify(row));
  const queries = [...new Set(advanced.flatMap(({ query }) => query ?? []))];
  const fitting = await whichFit(platform, queries, [...new Set(advanced.map(({ listingId }) => listingId))]);
  return rows.filter((row) => mayNotify(row) && (row.query === null || fitting.get(row.query)?.has(row.listingId)));
}

type Finding = FindingSearch & { query: string | null; newer: number };

/**
 * Whether a search is active in its owner's tier: the rule of `notifyingSearches` for very many members. Few of them reach
 * their limit.
 */
async function notifyingAmong(db: Platform['db'], rows: readonly Finding[]): Promise<(row: Finding) => boolean> {
  const doubtful = rows.filter(({ newer, query }) => newer >= leastPlaces || query !== null);
  const tiers = await definitionsOf(db, [...new Set(doubtful.map(({ ownerId }) => ownerId))]);
  return ({ ownerId, newer, query }) => {
    const tier = tiers.get(ownerId);
    return !tier || (newer < tier.maxSavedSearches && (query === null || tier.hasAdvancedSearch));
  };
}

/** The values of a listing that the statement compares. */
function factsOf(copy: Shown) {
  const { id, sellerId, game, priceRank, words, freeText, firstShownAt } = copy;
  const is = Object.fromEntries(narrowedBy(copy));
  return {
    id,
    seller: sellerId,
    game,
    rank: priceRank,
    keys: keysOfListing(copy),
    card: cardKeyOf(copy),
    words,
    free: freeText,
    since: firstShownAt,
    is,
  };
}

/**
 * The searches that find these listings and have not found them before, without their advanced conditions: `query` is
 * set for advanced searches only, `newer` is the number of searches that their owner saved later. The index over keys
 * is scanned once a listing (`offset 0`: else the planner may scan all searches first), then the other columns are
 * compared. A price alert finds its own listing too, though it was for sale before. The words match where the search names the card, the listing contains all of them, or a card in free text
 * is similar.
 */
async function finding({ db }: Platform, copies: readonly Shown[]): Promise<Finding[]> {
  if (copies.length === 0) return [];
  const isNarrowed = sql.join(
    Object.keys(factsOf(copies[0] as Shown).is).map(
      (name) => sql`(s.narrows -> ${name} is null or s.narrows -> ${name} ? (c."is" ->> ${name}))`,
    ),
    sql` and `,
  );
  const { rows } = await db.execute<Finding & Record<string, unknown>>(sql`
    select s.id, c.id as "listingId", s.owner_id as "ownerId", s.frequency, case when s.advanced then s.query end as query,
      (select count(*)::int from (select from ${savedSearch} n where n.owner_id = s.owner_id and (n.created_at, n.id) > (s.created_at, s.id) limit ${mostPlaces}::int) n) as newer
    from (select * from jsonb_to_recordset(${JSON.stringify(copies.map(factsOf))}::jsonb) as each
      (id text, seller text, game text, rank bigint, keys integer[], card integer, words text[], free text, since timestamptz, "is" jsonb) limit ${copies.length}::int) c
    cross join lateral (
      select * from ${savedSearch} s
      where s.keys && c.keys and s.owner_id <> c.seller and (s.created_at < c.since or s.listing_id = c.id) and (s.games = '{}' or c.game = any(s.games))
        and (s.seller_id is null or s.seller_id = c.seller) and (s.min_rank is null or s.min_rank <= c.rank) and (s.max_rank is null or s.max_rank >= c.rank)
        and ${isNarrowed}
        and (s.said is null or c.card = any(s.keys) or (s.words <> '{}' and s.words <@ c.words) or word_similarity(s.said, c.free) >= ${sql.raw(String(likeness))})
      offset 0) s
    where not exists (select from ${alert} a where a.kind = 'search' and a.source_id = s.id and a.listing_id = c.id)`);
  return rows;
}
