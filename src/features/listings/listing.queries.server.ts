import type pg from 'pg';
import type { CopyTraits } from '#features/catalogue/words.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import type { Currency } from '#kernel/money.ts';
import { isRefusal, notFound, type Refusal } from '#kernel/refusal.ts';
import { AskedLately } from '#platform/cache/asked-lately.ts';
import { batched } from '#platform/db/batched.ts';
import type { Platform } from '#platform/platform.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import { shared } from '#platform/shared.ts';
import type { Checklist } from './checklist.ts';
import type { Grading, Listing, ListingPhoto, ShippingOption } from './contract.ts';
import { listingPolicy, unknownListing } from './listing.policy.ts';
import { presentListing } from './listing.present.server.ts';
import { type ListingPauser, type ListingStatus, publicStatuses } from './listing.process.ts';
import type { Condition } from './listing.rules.ts';
import { goneListing } from './listing.write.server.ts';
import { isHiddenSql } from './visible-listings.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'bus'>;

/** A listing as the hot reads fetch it: the row, its seller's public facts and its views, in one statement. */
export interface ReadRow extends CopyTraits {
  id: string;
  seller_id: string;
  card_id: string | null;
  card_finishes: string[];
  game: string;
  set_code: string | null;
  set_name: string | null;
  number: string | null;
  name: string;
  rarity: string | null;
  title: string;
  condition: Condition;
  finish: string | null;
  language: string;
  grading: Grading | null;
  checklist: Checklist | null;
  quantity: number;
  quantity_held: number;
  quantity_sold: number;
  price_amount: number;
  price_rank: number;
  currency: Currency;
  offer_floor_amount: number | null;
  offer_window_hours: 24 | 48 | 72;
  auto_accept_amount: number | null;
  auto_decline_amount: number | null;
  accepts_offers: boolean;
  shipping: ShippingOption[];
  description: string | null;
  sku: string | null;
  place: string | null;
  private_note: string | null;
  cost_amount: number | null;
  cost_currency: Currency | null;
  photos: ListingPhoto[];
  status: ListingStatus;
  paused_by: ListingPauser | null;
  /** Nobody but its seller is shown it: see `visible-listings.ts`. */
  is_hidden: boolean;
  tier: 'free' | 'premium';
  version: number;
  favorite_count: number;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  expires_at: Date | null;
  views: number | null;
  seller_username: string | null;
  seller_avatar_url: string | null;
  seller_rating: string | null;
  seller_total_sales: number | null;
  seller_tier: 'free' | 'premium' | null;
  seller_kind: 'private' | 'trader' | null;
  /** Of the seller's vacation that is planned or under way. */
  away_from: Date | null;
  away_to: Date | null;
  away_note: string | null;
}

export const sellerColumns = `p.username as seller_username, coalesce(p.avatar_url, p.photo_url) as seller_avatar_url, p.rating as seller_rating,
  p.total_sales as seller_total_sales, p.account_tier as seller_tier, p.seller_kind, a.starts_at as away_from, a.ends_at as away_to, a.note as away_note`;

export const readColumns = `l.id, l.seller_id, l.card_id, l.card_finishes, l.game, l.set_code, l.set_name, l.number, l.name, l.rarity, l.title, l.condition,
  l.finish, l.language, l.edition, l.signed, l.altered, l.misprint, l.grading, l.checklist, l.quantity, l.quantity_held, l.quantity_sold, l.price_amount, l.price_rank, l.currency, l.offer_floor_amount,
  l.offer_window_hours, l.auto_accept_amount, l.auto_decline_amount,
  l.accepts_offers, l.shipping, l.description, l.sku, l.place, l.private_note, l.cost_amount, l.cost_currency, l.photos, l.status, l.paused_by, ${isHiddenSql} as is_hidden, l.tier, l.version, l.favorite_count, l.created_at, l.updated_at, l.published_at,
  l.expires_at, v.views, ${sellerColumns}`;

/** Read only: profile and vacation are the room `members`'s tables, joined here so that a page of tiles stays one round trip. */
export const sellerJoins = 'left join profile p on p.user_id = l.seller_id left join vacation a on a.member_id = l.seller_id and a.ended_at is null';
export const readJoins = `${sellerJoins} left join listing_view v on v.listing_id = l.id`;

/**
 * The whole row of each key in `$1`, joined by commas, by a plan that is kept for any number of them. Of `any($1)` PostgreSQL counts the keys before it plans: for one or a few it finds a plan of their
 * own so much cheaper than the one for any that it plans the four tables anew for each look, four times the work of reading them (decision 205). How many a table of words has it cannot know beforehand.
 */
const ofEachKey = (columns: string, condition: string) =>
  `select r.* from string_to_table($1, ',') as m (key) cross join lateral (select ${columns} from listing l ${readJoins} where ${condition} limit 1) r`;

const byIds = { name: 'listings-by-id', text: ofEachKey(readColumns, 'l.id = m.key') };

const rowsByIds = async (pool: pg.Pool, ids: readonly string[]) => (await pool.query<ReadRow>({ ...byIds, values: [ids.join(',')] })).rows;

async function findListingRow(pool: pg.Pool, id: string): Promise<ReadRow | null> {
  if (!isId(id)) return null;
  return (await listingRows(pool)([id])).get(id) ?? null;
}

/** Rows of listings by id. One statement for all that are read at the same moment. */
export const listingRows = (pool: pg.Pool) =>
  shared(pool, 'listings.rows', () => batched(async (ids: string[]) => new Map((await rowsByIds(pool, ids)).map((row) => [row.id, row]))));

/**
 * One listing as this viewer may see it, whatever its state. Refuses (404) an unknown id, what only its seller may see (a draft, what is hidden), and in words of its own what a
 * block hides. One that was removed after it had been public is given with that status: the page says so and keeps the rest.
 */
export async function seeListing(platform: Reader, id: string, viewerId: string | null = null): Promise<Listing> {
  const row = await findListingRow(platform.pool, id);
  if (!row) throw notFound(unknownListing);
  const isOwn = viewerId === row.seller_id;
  const answer = maySee(viewerId, row, !isOwn && (await hiddenFrom(platform, viewerId)).has(row.seller_id));
  if (answer !== true) {
    // Whoever looks for somebody's draft reads that there is none; the security log hears that there was.
    currentScene()?.refused(answer);
    throw answer;
  }
  const now = platform.clock.now();
  return presentListing(asOf(row, now), viewerId, now);
}

/** The same; null for what it refuses. */
export async function findListing(platform: Reader, id: string, viewerId: string | null = null): Promise<Listing | null> {
  return seeListing(platform, id, viewerId).catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
}

function maySee(viewerId: string | null, row: ReadRow, isBlocked = false): true | Refusal {
  const viewer = viewerId === null ? null : ({ id: viewerId, role: 'member' } as const);
  return listingPolicy.may(viewer, 'see', { sellerId: row.seller_id, publishedAt: row.published_at, isHidden: row.is_hidden, isBlocked });
}

/** As `seeListing`; 410 for one that was taken down. */
export async function getListing(platform: Reader, id: string, viewerId: string | null = null): Promise<Listing> {
  const found = await seeListing(platform, id, viewerId);
  if (!publicStatuses.includes(found.status) && found.status !== 'draft') throw goneListing();
  return found;
}

/** Kept answers show views and the seller's rating as they were at most this long ago; everything else ends with its event. */
const keepMs = 5_000;

/** What a visitor is answered, as text: from the second look on kept until the listing or its seller changes, since most looks at a listing are strangers'. */
export async function getListingText(platform: Reader, id: string): Promise<string> {
  const { cache, clock } = platform;
  const key = `listing ${id}`;
  const nowMs = clock.now().getTime();
  const kept = cache.find<string>(key, nowMs);
  if (kept) return kept;
  const isAskedAgain = shared(platform.bus, 'listings.looks', () => new AskedLately(keepMs)).note(id, nowMs);
  const begun = cache.begin();
  const listing = await getListing(platform, id);
  const value = JSON.stringify(listing);
  if (!isAskedAgain) return value;
  const ends = listing.status === 'active' && listing.expiresAt !== null ? Date.parse(listing.expiresAt) : Number.POSITIVE_INFINITY;
  const tags = [`listing:${id}`, `profile:${listing.seller.id}`];
  cache.keep(key, { value, bytes: value.length * 2 + 500, tags, expiresAtMs: Math.min(nowMs + keepMs, ends) }, begun);
  return value;
}

/** Several listings by id, in the order asked for; unknown ones and other people's drafts and hidden ones are left out. A block hides none: they stand in records of both. */
export async function findListingsByIds(
  platform: Pick<Platform, 'pool' | 'clock'>,
  ids: readonly string[],
  viewerId: string | null = null,
): Promise<Listing[]> {
  const known = ids.filter(isId);
  if (known.length === 0) return [];
  const rows = await rowsByIds(platform.pool, known);
  const now = platform.clock.now();
  const byKey = new Map(rows.filter((row) => maySee(viewerId, row) === true).map((row) => [row.id, presentListing(asOf(row, now), viewerId, now)]));
  return known.flatMap((id) => byKey.get(id) ?? []);
}

/** A listing whose time has run out is expired from that very moment, also when the timer's job comes a little later. */
export function asOf<T extends ReadRow>(row: T, now: Date): T {
  return row.status === 'active' && row.expires_at !== null && row.expires_at <= now ? { ...row, status: 'expired' } : row;
}
