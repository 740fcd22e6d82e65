import { plainCopySql } from '#features/catalogue/index.server.ts';
import { conditionsAtLeast } from '#kernel/cards/conditions.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import type { Platform } from '#platform/platform.ts';
import { type TileFacts, totalOf } from '../components/listing-words.ts';
import type { Listing, PriceRange } from '../contract.ts';
import { priceRank } from '../model/listing.rules.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';
import { byPrice, cheapestWithPost } from '../search/sql/total-rank.server.ts';

/**
 * The short rows of tiles on the home page and of copies on a card's page. Each is one statement over one index.
 * `without`: sellers whose listings the viewer is not shown; they are left out in the statement, so that what they have
 * does not fill the row.
 */
type Reader = Pick<Platform, 'pool' | 'clock'>;
type KeepingReader = Pick<Platform, 'pool' | 'clock' | 'cache' | 'bus'>;

/** A listing that is no longer for sale leaves such a carousel at once; a new one appears within this time. */
const ofAll: ReadThroughOptions<Listing[]> = {
  forMs: 10_000,
  tags: (listings) => listings.map((listing) => `listing:${listing.id}`),
  bytes: (listings) => 400 + listings.length * 2_500,
};
/** Of the newest: also invalidated by every listing that may appear in it. */
const ofNewest: ReadThroughOptions<Listing[]> = { ...ofAll, tags: (listings) => ['listings', ...ofAll.tags(listings)] };

/** Copies of a card, the cheapest with post first. */
export async function copiesOfCard(
  platform: Reader,
  cardId: string,
  limit: number,
  without: readonly string[] = [],
): Promise<Listing[]> {
  return read(
    platform,
    'listing-copies',
    `select ${readColumns} ${byPrice("l.status = 'active' and l.expires_at > $1 and l.card_id = $2 and l.seller_id <> all($4::text[])", '$3::int')} ${readJoins}
     order by ${cheapestWithPost} limit $3`,
    [cardId, limit, without],
  );
}

/**
 * The newest with photos, at most one of a seller while there are enough sellers; then more of the same sellers, then
 * what has no photo: a small market shows what it has.
 */
export async function newestListings(
  platform: KeepingReader,
  limit = 12,
  without: readonly string[] = [],
): Promise<Listing[]> {
  const recent = (where: string, most: number) =>
    `(select id, seller_id, published_at, photos = '[]' as "isBare" from listing
      where status = 'active' and expires_at > $1 and seller_id <> all($3::text[]) and ${where} order by published_at desc, id desc limit ${most})`;
  const text = `select ${readColumns}
     from (
       select id, published_at, "isBare", row_number() over (partition by "isBare", seller_id order by published_at desc, id desc) as nth
       from (${recent("photos <> '[]'", 500)} union all ${recent("photos = '[]'", 50)}) recent
       order by "isBare", nth, published_at desc, id desc limit $2
     ) chosen join listing l on l.id = chosen.id ${readJoins} order by chosen."isBare", chosen.nth, l.published_at desc, l.id desc`;
  return cachedForAll(platform, `shelf newest ${limit}`, ofNewest, without, () =>
    read(platform, 'listing-newest', text, [limit, without]),
  );
}

/**
 * Worth a place at the top of the home page: dear cards in good condition with a photo, the newest thousand, at most
 * one of a card.
 */
export async function featuredListings(
  platform: KeepingReader,
  limit = 6,
  without: readonly string[] = [],
): Promise<Listing[]> {
  const choose = () =>
    read(
      platform,
      'listing-featured',
      `select ${readColumns}
     from (
       select distinct on (coalesce(card_id, id)) id, price_rank from (
         select id, card_id, price_rank from listing
         where status = 'active' and expires_at > $1 and photos <> '[]' and condition = any($4::text[]) and seller_id <> all($3::text[])
         order by published_at desc, id desc limit 1000
       ) recent order by coalesce(card_id, id), price_rank desc
     ) best join listing l on l.id = best.id ${readJoins} order by best.price_rank desc, l.id limit $2`,
      [limit, without, conditionsAtLeast('excellent')],
    );
  return cachedForAll(platform, `shelf featured ${limit}`, ofAll, without, choose);
}

/** Cached where all viewers see the same; those with blocks are few, and have it read each time. */
function cachedForAll(
  platform: KeepingReader,
  key: string,
  cacheOptions: ReadThroughOptions<Listing[]>,
  without: readonly string[],
  find: () => Promise<Listing[]>,
): Promise<Listing[]> {
  return without.length > 0 ? find() : readThrough(platform, key, cacheOptions, find);
}

export interface LiveCount {
  total: number;
  byGame: Record<string, number>;
}

/**
 * How many listings are for sale, in total and by game; some seconds old at most, since counting a large table takes a
 * while.
 */
export async function countLive(platform: KeepingReader): Promise<LiveCount> {
  const options: ReadThroughOptions<LiveCount> = { forMs: 10_000, tags: () => [], bytes: () => 1_000 };
  return readThrough(platform, 'shelf live', options, () => readLiveCount(platform));
}

async function readLiveCount(platform: Reader): Promise<LiveCount> {
  const { rows } = await platform.pool.query<{ game: string; n: number }>(
    `select game, count(*) as n from listing where status = 'active' group by game`,
  );
  return {
    total: rows.reduce((sum, row) => sum + row.n, 0),
    byGame: Object.fromEntries(rows.map((row) => [row.game, row.n])),
  };
}

/**
 * The cheapest price, in the reference currency's order, and the number of copies for sale of each card; without those
 * of sellers that the viewer is not shown.
 */
export async function offersOfCards(
  platform: Reader,
  cardIds: readonly string[],
  without: readonly string[],
): Promise<Map<string, { count: number; lowest: Money }>> {
  if (cardIds.length === 0) return new Map();
  const { rows } = await platform.pool.query<{ card_id: string; n: number; amount: number; currency: Currency }>({
    name: 'listing-card-offers',
    text: `select distinct on (card_id) card_id, count(*) over (partition by card_id) as n, price_amount as amount, currency from listing
           where status = 'active' and expires_at > $1 and card_id = any($2) and seller_id <> all($3::text[]) order by card_id, price_rank, id`,
    values: [platform.clock.now(), cardIds, without],
  });
  return new Map(
    rows.map((row) => [row.card_id, { count: row.n, lowest: { amount: row.amount, currency: row.currency } }]),
  );
}

/** What others ask for a special copy says nothing of a plain one. */
const isPlain = plainCopySql((trait) => trait);

/**
 * What plain copies of a card are offered for, by condition (`graded` for those in a slab) and currency, one copy
 * without post; listings of the sellers in `without` are left out.
 */
export async function readAsks(platform: Reader, cardId: string, without: readonly string[]): Promise<PriceRange[]> {
  const { rows } = await platform.pool.query<{
    condition: string;
    currency: Currency;
    low: number;
    high: number;
    n: number;
  }>({
    name: 'listing-asks-of-card',
    text: `select case when grading is null then condition else 'graded' end as condition, currency, min(price_amount) as low, max(price_amount) as high,
             sum(quantity - quantity_held - quantity_sold)::int as n
           from listing where status = 'active' and expires_at > $1 and card_id = $2 and seller_id <> all($3::text[]) and ${isPlain} group by 1, 2 order by 1, 2`,
    values: [platform.clock.now(), cardId, without],
  });
  return rows.map(({ condition, currency, low, high, n }) => ({ condition, currency, low, high, count: n }));
}

/** Which copies of a card; what is left out is every one. */
interface CopyKind {
  /** A condition, or `graded`. */
  condition?: string | undefined;
  finish?: string | undefined;
  language?: string | undefined;
}

/**
 * The lowest ask of such plain copies and how many there are, by currency, the commonest first; without those of
 * `hidden` sellers.
 */
export async function readAsksOf(
  platform: Reader,
  cardId: string,
  { condition, finish, language }: CopyKind,
  hidden: readonly string[],
): Promise<AskOf[]> {
  const { rows } = await platform.pool.query<AskOf>({
    name: 'listing-asks-of-kind',
    text: `select currency, min(price_amount) as low, sum(quantity - quantity_held - quantity_sold)::int as count
           from listing where status = 'active' and expires_at > $1 and card_id = $2 and seller_id <> all($3)
             and ($4::text is null or case when grading is null then condition else 'graded' end = $4)
             and ($5::text is null or finish = $5) and ($6::text is null or language = $6) and ${isPlain}
           group by currency order by count desc, currency`,
    values: [platform.clock.now(), cardId, hidden, condition ?? null, finish ?? null, language ?? null],
  });
  return rows;
}

interface AskOf {
  currency: Currency;
  /** In minor units. */
  low: number;
  count: number;
}

async function read(platform: Reader, name: string, text: string, values: unknown[]): Promise<Listing[]> {
  const now = platform.clock.now();
  const { rows } = await platform.pool.query<ReadRow>({ name, text, values: [now, ...values] });
  return rows.map((row) => presentListing(row, null, now));
}

/** By what one copy costs with its cheapest post. */
export function cheapestFirst(copies: readonly TileFacts[]): TileFacts[] {
  const rank = ({ price, post }: TileFacts) => priceRank(totalOf(price, post));
  return [...copies].sort((a, b) => rank(a) - rank(b));
}
