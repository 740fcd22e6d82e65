import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import { dayMs } from '#kernel/time.ts';

/** How far back one may look, in days. */
export const priceWindows = [7, 30, 90, 365] as const;
/** So much of it is open to everybody. */
export const openDays = 30;
export const allDays = 365;
/**
 * Whether the open days have something to draw of a copy that was last sold so many days ago; null for not in a year.
 */
export const hasOpenHistory = (soldDaysAgo: number | null) => soldDaysAgo !== null && soldDaysAgo < openDays;
/** Of fewer sales no figure is made: one odd price would be the figure. */
export const enoughSales = 5;
/** Of one buyer of the same again within this, and of two members who sell it to each other, one sale counts. */
export const pairCountsAgainMs = 30 * dayMs;
/** A price so many times above or below the median is taken for another thing: a lot, a mistake, a favour. */
export const outlierFactor = 4;
/** The share of sales that may be outliers: more of them are part of the market price. */
export const outliersAmong = 5;

/** What sells more often in a year is judged by its newest. */
export const mostSales = 1_000;

/**
 * One sold copy, or several of one order at the same price. `keys` name the pair of members and the buyer by account,
 * payment card and network, as digests.
 */
export interface Sale {
  amount: number;
  at: Date;
  keys: readonly string[];
}

/**
 * What counts of these sales after `since`, oldest first: one in thirty days of those that share a key, and none that
 * is far beside the median where there are enough to say so and few that are. Of those before it `sales` has as many
 * days as a buyer takes to count again: they say which of a buyer's is the first.
 */
export function countedSales(sales: readonly Sale[], since = new Date(0)): Sale[] {
  const last = new Map<string, number>();
  const ofPairs = [...sales]
    // Of several in one moment the cheapest.
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.amount - b.amount)
    .filter(({ keys, at }) => {
      const before = Math.max(...keys.map((key) => last.get(key) ?? Number.NEGATIVE_INFINITY));
      const counts = at.getTime() - before >= pairCountsAgainMs;
      // A sale that does not count still says that its keys are one buyer's.
      for (const key of keys) last.set(key, counts ? at.getTime() : before);
      return counts;
    })
    .filter(({ at }) => at > since);
  if (ofPairs.length < enoughSales) return ofPairs;
  const middle = medianOf(ofPairs.map(({ amount }) => amount));
  const near = ofPairs.filter(({ amount }) => amount >= middle / outlierFactor && amount <= middle * outlierFactor);
  return ofPairs.length - near.length <= Math.floor(ofPairs.length / outliersAmong) ? near : ofPairs;
}

/** In whole minor units. */
export function medianOf(amounts: readonly number[]): number {
  return quantileOf(amounts, 0.5);
}

/** By linear interpolation between ranks, as spreadsheets do. Of none: 0. */
export function quantileOf(amounts: readonly number[], share: number): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0];
  return Math.round(low + (high - low) * (rank - Math.floor(rank)));
}

/** A stretch of time with what was sold in it; `date` is its first day, UTC. */
export interface PricePoint {
  date: string;
  median: number;
  low: number;
  high: number;
  count: number;
}

/**
 * By day up to thirty days, by week (from Monday) beyond. Stretches without a sale are left out. `low` and `high` hold
 * the middle half.
 */
export function seriesOf(counted: readonly Sale[], days: number): PricePoint[] {
  const stretches = new Map<string, number[]>();
  for (const { at, amount } of counted) {
    const date = dayOf(days > openDays ? mondayOf(at) : at);
    stretches.set(date, [...(stretches.get(date) ?? []), amount]);
  }
  return [...stretches]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, amounts]) => ({
      date,
      median: medianOf(amounts),
      low: quantileOf(amounts, 0.25),
      high: quantileOf(amounts, 0.75),
      count: amounts.length,
    }));
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function mondayOf(at: Date): Date {
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs);
}

/** What all of them say together; null where they are too few to say it. */
export function figuresOf(
  counted: readonly Sale[],
): { median: number; low: number; high: number; quarter: number; threeQuarters: number } | null {
  if (counted.length < enoughSales) return null;
  const amounts = counted.map(({ amount }) => amount);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  return {
    median: medianOf(amounts),
    low,
    high,
    quarter: quantileOf(amounts, 0.25),
    threeQuarters: quantileOf(amounts, 0.75),
  };
}

type Compared = { catalogueCardId: string | null; grading: object | null } & CopyTraits;

/**
 * Which copies have a market price: plain ones of catalogue cards, out of a slab, since grades differ too much in
 * price.
 */
export const isCompared = (copy: Compared): boolean =>
  copy.catalogueCardId !== null && !copy.grading && isPlainCopy(copy);

/** Where a price lies beside a median, both in minor units: whole percent below (negative) or above it. */
export const percentBeside = (price: number, median: number): number =>
  Math.round((100 * (price - median)) / median) || 0;

/** The position of an amount between two others, in percent; clamped to the ends. */
export function placeBetween(amount: number, low: number, high: number): number {
  if (high <= low) return 50;
  return Math.round(Math.min(100, Math.max(0, (100 * (amount - low)) / (high - low))));
}
