import { sql } from 'drizzle-orm';
import { cardKeyOf, keysOfListing, type ListingNews, likeness, narrowedBy, whichFit } from '#features/listings/index.server.ts';
import { definitionsOf } from '#features/tiers/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, savedSearch } from './alert.tables.ts';
import { tellingOf } from './telling-searches.server.ts';

/** A search that finds a listing. */
export interface FindingSearch {
  id: string;
  listingId: string;
  ownerId: string;
  frequency: Frequency;
}

/** A listing that has been for sale. */
export type Shown = ListingNews & { firstShownAt: Date };

/**
 * The saved searches that find these listings and may tell of them: not their sellers', none of who is `blocked`, of each member as many as their tier has places for, and with
 * advanced language only where the tier has it. Four statements, however many searches and listings there are: what the catalogue reads in their words is kept with them.
 */
export async function searchesFor(platform: Platform, copies: readonly Shown[], blocked: ReadonlySet<string>): Promise<FindingSearch[]> {
  const rows = (await finding(platform, copies)).filter(({ ownerId }) => !blocked.has(ownerId));
  const advanced = rows.filter(({ query }) => query !== null);
  const asked = [...new Set(advanced.flatMap(({ query }) => query ?? []))];
  const fitting = await whichFit(platform, asked, [...new Set(advanced.map(({ listingId }) => listingId))]);
  const found = rows.filter(({ query, listingId }) => query === null || fitting.get(query)?.has(listingId));
  if (found.length === 0) return [];
  const owners = [...new Set(found.map(({ ownerId }) => ownerId))];
  const tiers = await definitionsOf(platform.db, owners);
  const telling = await tellingOf(platform.db, tiers);
  return found.filter(({ id, ownerId, query }) => telling.has(id) && (query === null || tiers.get(ownerId)?.hasAdvancedSearch));
}

type Finding = FindingSearch & { query: string | null };

/** What of a listing is compared, as the statement reads it. */
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
 * The searches that find them and have not found them before, but for what they say in advanced language: `query` is theirs alone who do. Of each listing the index over keys is asked
 * (`offset 0`: else the planner may read all searches first), and what else a search says is compared with it. Its words mean the card, or it holds all of them, or it is a card in free
 * text that is like them: one of these at least.
 */
async function finding({ db }: Platform, copies: readonly Shown[]): Promise<Finding[]> {
  if (copies.length === 0) return [];
  const isNarrowed = sql.join(
    Object.keys(factsOf(copies[0] as Shown).is).map((name) => sql`(s.narrows -> ${name} is null or s.narrows -> ${name} ? (c."is" ->> ${name}))`),
    sql` and `,
  );
  const { rows } = await db.execute<Finding & Record<string, unknown>>(sql`
    select s.id, c.id as "listingId", s.owner_id as "ownerId", s.frequency, case when s.advanced then s.query end as query
    from (select * from jsonb_to_recordset(${JSON.stringify(copies.map(factsOf))}::jsonb) as each
      (id text, seller text, game text, rank bigint, keys integer[], card integer, words text[], free text, since timestamptz, "is" jsonb) limit ${copies.length}::int) c
    cross join lateral (
      select * from ${savedSearch} s
      where s.keys && c.keys and s.owner_id <> c.seller and s.created_at < c.since and (s.games = '{}' or c.game = any(s.games))
        and (s.seller_id is null or s.seller_id = c.seller) and (s.min_rank is null or s.min_rank <= c.rank) and (s.max_rank is null or s.max_rank >= c.rank)
        and ${isNarrowed}
        and (s.said is null or c.card = any(s.keys) or (s.words <> '{}' and s.words <@ c.words) or word_similarity(s.said, c.free) >= ${sql.raw(String(likeness))})
      offset 0) s
    where not exists (select from ${alert} a where a.kind = 'search' and a.source_id = s.id and a.listing_id = c.id)`);
  return rows;
}
