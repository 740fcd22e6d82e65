import type { Currency, Money } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListingStatus } from '../model/listing.process.ts';

/** What a seller's listings in one state and currency come to. */
interface Tally {
  status: ListingStatus;
  currency: Currency;
  listings: number;
  worth: number;
  favorites: number;
  views: number;
}

export type OwnCounts = Partial<Record<ListingStatus, number>>;

export interface OwnSummary {
  /** How many there are in each state that has any. */
  counts: OwnCounts;
  /** What the live copies that are free cost together, by currency. */
  worth: Money[];
  /** Of live listings. */
  views: number;
  favorites: number;
}

const tallied = {
  name: 'listings-own-tally',
  text: `select status, currency, sum(listings)::bigint as listings, sum(worth)::bigint as worth, sum(favorites)::bigint as favorites, sum(views)::bigint as views
    from listing_tally where seller_id = $1 group by status, currency having sum(listings) > 0 order by 4 desc`,
};

/**
 * What a seller's listings are, are worth and how they do, however many there are: the database adds to `listing_tally`
 * with each change of one (migration 0930).
 */
export async function summariseOwn(platform: Pick<Platform, 'pool'>, sellerId: string): Promise<OwnSummary> {
  const tallies = await readTally(platform, sellerId);
  const live = tallies.filter(({ status }) => status === 'active' || status === 'reserved');
  const sum = (of: 'views' | 'favorites') => live.reduce((total, tally) => total + tally[of], 0);
  const worth = new Map<Currency, number>();
  for (const tally of live) worth.set(tally.currency, (worth.get(tally.currency) ?? 0) + tally.worth);
  return {
    counts: countsOf(tallies),
    worth: [...worth].map(([currency, amount]) => ({ amount, currency })),
    views: sum('views'),
    favorites: sum('favorites'),
  };
}

/** How many listings a seller has in each state that has any. */
export async function countOwnListings(platform: Pick<Platform, 'pool'>, sellerId: string): Promise<OwnCounts> {
  return countsOf(await readTally(platform, sellerId));
}

async function readTally({ pool }: Pick<Platform, 'pool'>, sellerId: string): Promise<Tally[]> {
  return (await pool.query<Tally>({ ...tallied, values: [sellerId] })).rows;
}

function countsOf(tallies: readonly Tally[]): OwnCounts {
  const counts: OwnCounts = {};
  for (const { status, listings } of tallies) counts[status] = (counts[status] ?? 0) + listings;
  return counts;
}
