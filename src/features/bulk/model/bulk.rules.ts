import type { Currency, Money } from '#kernel/numbers/money.ts';
import { ruleLimits } from './bulk.process.ts';

/**
 * What is done to each listing: its price moved by percent or by an amount (minus lowers), never under the floor, or
 * set by the market; or one of the seller's verbs.
 */
export type Change = PriceChange | { do: MoveVerb };
export type MoveVerb = 'pause' | 'resume' | 'renew';
export type PriceChange = StepChange | MarketRule;
export type StepChange =
  | { do: 'percent'; percent: number; floor: Money | null }
  | { do: 'amount'; amount: Money; floor: Money | null };

/**
 * A price that follows what such copies sell for: so many percent beside it (minus is under it), never under the floor
 * nor, with `aboveCost`, under what was paid.
 */
export interface MarketRule {
  do: 'market';
  percent: number;
  floor: Money | null;
  aboveCost: boolean;
  /** The largest change at once, in percent of the price that stands. Null: see `largestChange`. */
  mostPercent: number | null;
}

/**
 * The largest change at once, in percent; null for no limit. A rule that names neither a lowest price nor a largest
 * change has the usual one: without any bound a few strange sales would set its prices.
 */
export function largestChange({ floor, mostPercent }: Pick<MarketRule, 'floor' | 'mostPercent'>): number | null {
  return mostPercent ?? (floor === null ? ruleLimits.usualStep : null);
}

/** What takes a verb back. A time that was begun again is not given back. */
export const undoVerbs: Readonly<Record<MoveVerb, MoveVerb | null>> = { pause: 'resume', resume: 'pause', renew: null };

export const isPriceChange = (change: Change): change is PriceChange =>
  change.do === 'percent' || change.do === 'amount' || change.do === 'market';

/** The currency that a change of prices speaks of; null: any. */
export function currencyOf(change: StepChange): Currency | null {
  return change.do === 'amount' ? change.amount.currency : (change.floor?.currency ?? null);
}

/**
 * The price that comes out, in minor units, rounded to the nearest. Lowering never raises: a price that is under the
 * floor already stays. Below 1 or above what a price may be is told by whoever sets it.
 */
export function newAmount(amount: number, change: StepChange): number {
  const step = change.do === 'percent' ? Math.round(change.percent * 100) : change.amount.amount;
  const moved = change.do === 'percent' ? Math.round((amount * (10_000 + step)) / 10_000) : amount + step;
  const floored = Math.max(moved, change.floor?.amount ?? moved);
  return step < 0 ? Math.min(amount, floored) : floored;
}
