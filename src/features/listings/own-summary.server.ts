import type { Currency, Money } from '#kernel/money.ts';
import { addMs, minuteMs } from '#kernel/time.ts';
import { type Remembered, remember } from '#platform/cache/remember.ts';
import type { Platform } from '#platform/platform.ts';
import type { Listing } from './contract.ts';
import { presentListing } from './listing.present.server.ts';
import { asOf, type ReadRow, readColumns, readJoins } from './listing.queries.server.ts';

export interface OwnSummary {
  /** What the live copies that are free cost together, by currency. */
  worth: Money[];
  /** Of live listings. */
  views: number;
  favorites: number;
}

const summary = {
  name: 'listings-own-summary',
  text: `select l.currency, sum(l.price_amount * (l.quantity - l.quantity_held - l.quantity_sold))::bigint as worth,
      sum(l.favorite_count)::int as favorites, coalesce(sum(v.views), 0)::bigint as views
    from listing l left join listing_view v on v.listing_id = l.id
    where l.seller_id = $1 and l.status in ('active', 'reserved') group by l.currency order by worth desc`,
};

/** Ends with the next event of the seller's; views alone, which are none, may be a minute late. */
const kept = (sellerId: string): Remembered<OwnSummary> => ({ forMs: minuteMs, tags: () => [`user:${sellerId}`], bytes: () => 400 });

/** What a seller's live listings are worth and how they do, however many there are: one read, kept until something of theirs changes. */
export function summariseOwn(platform: Pick<Platform, 'pool' | 'cache' | 'clock' | 'bus'>, sellerId: string): Promise<OwnSummary> {
  return remember(platform, `own summary ${sellerId}`, kept(sellerId), () => readSummary(platform, sellerId));
}

async function readSummary({ pool }: Pick<Platform, 'pool'>, sellerId: string): Promise<OwnSummary> {
  const { rows } = await pool.query<{ currency: Currency; worth: number; favorites: number; views: number }>({ ...summary, values: [sellerId] });
  const sum = (of: 'views' | 'favorites') => rows.reduce((total, row) => total + Number(row[of]), 0);
  return { worth: rows.map(({ currency, worth }) => ({ amount: Number(worth), currency })), views: sum('views'), favorites: sum('favorites') };
}

const end = "coalesce(l.expires_at, timestamptz '2200-01-01 00:00:00+00')";
const next = {
  name: 'listings-own-ending',
  text: `select ${readColumns} from listing l ${readJoins} where l.seller_id = $1 and l.status in ('active', 'reserved') and ${end} > $2
    order by ${end}, l.id limit $3`,
};
const within = {
  name: 'listings-own-ending-count',
  text: `select count(*)::int as n from listing l where l.seller_id = $1 and l.status = 'active' and ${end} > $2 and ${end} <= $3`,
};

/** A seller's live listings that end next, and how many end within this time. */
export async function endingNext(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
  { limit, withinMs }: { limit: number; withinMs: number },
): Promise<{ items: Listing[]; soon: number }> {
  const now = clock.now();
  const [{ rows }, counted] = await Promise.all([
    pool.query<ReadRow>({ ...next, values: [sellerId, now, limit] }),
    pool.query<{ n: number }>({ ...within, values: [sellerId, now, addMs(now, withinMs)] }),
  ]);
  return { items: rows.map((row) => presentListing(asOf(row, now), sellerId, now)), soon: counted.rows[0]?.n ?? 0 };
}
