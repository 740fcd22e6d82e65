import { getTableColumns, inArray } from 'drizzle-orm';
import type pg from 'pg';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { type ListedTable, listedTableSql } from '#features/shipping/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { isRefusal, notFound, type Refusal } from '#kernel/refusal.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import { batched } from '#platform/db/batched.ts';
import { columnsAs } from '#platform/db/columns-as.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import type { Listing } from '../contract.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { publicStatuses } from '../model/listing.process.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { presentListing } from './listing.present.server.ts';
import { goneListing } from './listing.write.server.ts';
import { isHiddenSql } from './visible-listings.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'bus'>;

/** Without what no answer about a listing needs: search texts, hashes of photos, and two marks of the editor. */
const { words, freeText, photoHashes, factsVersion, isUnfinished, ...shownColumns } = getTableColumns(listing);

/** A listing with its seller's public facts and vacation and its views, as `readColumns` and `readJoins` read it. */
export interface ReadRow extends Pick<ListingRow, keyof typeof shownColumns> {
  /** Visible to the seller only: see `visible-listings.ts`. */
  isHidden: boolean;
  views: number | null;
  sellerUsername: string | null;
  sellerAvatarUrl: string | null;
  sellerRating: string | null;
  sellerTotalSales: number | null;
  sellerTier: 'free' | 'premium' | null;
  sellerKind: 'private' | 'trader' | null;
  /** Of the seller's vacation that is planned or under way. */
  awayFrom: Date | null;
  awayTo: Date | null;
  awayNote: string | null;
  /** What is known of how the seller ships. */
  sellerShipping: ListedTable | null;
}

/** A select list over `listing l` and `readJoins` whose rows are `ReadRow`. */
export const readColumns = `${columnsAs(shownColumns, 'l')}, ${isHiddenSql} as "isHidden", v.views,
  p.username as "sellerUsername", coalesce(p.avatar_url, p.photo_url) as "sellerAvatarUrl", p.rating as "sellerRating",
  p.total_sales as "sellerTotalSales", p.account_tier as "sellerTier", p.seller_kind as "sellerKind",
  a.starts_at as "awayFrom", a.ends_at as "awayTo", a.note as "awayNote",
  ${listedTableSql()} as "sellerShipping"`;

/** Read only: profile and vacation are tables of the feature `members`, joined so that a page is one statement. */
export const readJoins = `left join profile p on p.user_id = l.seller_id
  left join vacation a on a.member_id = l.seller_id and a.ended_at is null
  left join listing_view v on v.listing_id = l.id`;

/**
 * The whole row of each key in `$1`, joined by commas, by one cached plan for any number of them. For `any($1)`
 * PostgreSQL counts the keys before it plans: for one or a few it finds a custom plan so much cheaper than the generic
 * one that it plans the four tables on each call, four times the work of reading them. The row count of a table of
 * words is unknown to the planner.
 */
const ofEachKey = (columns: string, condition: string) =>
  `select r.* from string_to_table($1, ',') as m (key) cross join lateral (select ${columns} from listing l ${readJoins} where ${condition} limit 1) r`;

const byIds = { name: 'listings-by-id', text: ofEachKey(readColumns, 'l.id = m.key') };

const rowsByIds = async (pool: pg.Pool, ids: readonly string[]) =>
  (await pool.query<ReadRow>({ ...byIds, values: [ids.join(',')] })).rows;

async function findListingRow(pool: pg.Pool, id: string): Promise<ReadRow | null> {
  if (!isId(id)) return null;
  return (await listingRows(pool)([id])).get(id) ?? null;
}

/** Rows of listings by id. One statement for all that are read at the same moment. */
export const listingRows = weakMemo((pool: pg.Pool) =>
  batched(async (ids: string[]) => new Map((await rowsByIds(pool, ids)).map((row) => [row.id, row]))),
);

/**
 * One listing as this viewer may see it, in any state. Refuses (404) an unknown id, what only its seller may see (a
 * draft, a hidden one), and with a different text a blocked one. A listing that was removed after it had been public is
 * returned with that status: the page says so.
 */
export async function seeListing(platform: Reader, id: string, viewerId: string | null = null): Promise<Listing> {
  const row = await findListingRow(platform.pool, id);
  if (!row) throw notFound(unknownListing);
  const isOwn = viewerId === row.sellerId;
  const answer = maySee(viewerId, row, !isOwn && (await hiddenFrom(platform, viewerId)).has(row.sellerId));
  if (answer !== true) {
    // A viewer who requests another member's draft gets the same 404; the security log records the attempt.
    currentScene()?.refused(answer);
    throw answer;
  }
  const now = platform.clock.now();
  return presentListing(asOf(row, now), viewerId, now);
}

/** The same; null for what it refuses. */
export async function findListing(
  platform: Reader,
  id: string,
  viewerId: string | null = null,
): Promise<Listing | null> {
  return seeListing(platform, id, viewerId).catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
}

function maySee(viewerId: string | null, row: ReadRow, isBlocked = false): true | Refusal {
  const viewer = viewerId === null ? null : ({ id: viewerId, role: 'member' } as const);
  return listingPolicy.may(viewer, 'see', {
    sellerId: row.sellerId,
    publishedAt: row.publishedAt,
    isHidden: row.isHidden,
    isBlocked,
  });
}

/** As `seeListing`; 410 for one that was taken down. */
export async function getListing(platform: Reader, id: string, viewerId: string | null = null): Promise<Listing> {
  const found = await seeListing(platform, id, viewerId);
  if (!publicStatuses.includes(found.status) && found.status !== 'draft') throw goneListing();
  return found;
}

/** How old the views and the seller's rating of a cached listing may be; any other change invalidates it. */
const cachedMs = 5_000;

/** As `getListing` answers a visitor, cached until the listing or its seller changes. */
export async function getPublicListing(platform: Reader, id: string): Promise<Listing> {
  const options: ReadThroughOptions<Listing> = {
    forMs: ({ status, expiresAt }) =>
      status === 'active' && expiresAt !== null
        ? Math.min(cachedMs, Date.parse(expiresAt) - platform.clock.now().getTime())
        : cachedMs,
    tags: ({ seller }) => [`listing:${id}`, `profile:${seller.id}`],
    bytes: () => 4_000,
  };
  return readThrough(platform, `listing ${id}`, options, () => getListing(platform, id));
}

/**
 * Several listings by id, in the requested order; unknown ones and other sellers' drafts and hidden ones are left out.
 * Blocks do not apply: these are in the records of both sides.
 */
export async function findListingsByIds(
  platform: Pick<Platform, 'pool' | 'clock'>,
  ids: readonly string[],
  viewerId: string | null = null,
): Promise<Listing[]> {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  const rows = await rowsByIds(platform.pool, known);
  const now = platform.clock.now();
  const byKey = new Map(
    rows
      .filter((row) => maySee(viewerId, row) === true)
      .map((row) => [row.id, presentListing(asOf(row, now), viewerId, now)]),
  );
  return known.flatMap((id) => byKey.get(id) ?? []);
}

/** The seller of each listing; unknown ones have none. */
export async function sellersOfListings(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: listing.id, sellerId: listing.sellerId })
    .from(listing)
    .where(inArray(listing.id, [...ids]));
  return new Map(rows.map(({ id, sellerId }) => [id, sellerId]));
}

/**
 * A listing whose time has run out is expired from that very moment, also when the timer's job comes a little later.
 */
export function asOf<T extends ReadRow>(row: T, now: Date): T {
  return row.status === 'active' && row.expiresAt !== null && row.expiresAt <= now
    ? { ...row, status: 'expired' }
    : row;
}
