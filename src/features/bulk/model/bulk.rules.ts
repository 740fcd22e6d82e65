import type { Currency, Money } from '#kernel/numbers/money.ts';
import { ruleLimits } from './bulk.process.ts';
import { type Rounding, roundAmount } from './rounding.ts';

/**
 * What is done to each listing: its price moved by percent or by an amount (negative lowers), never under the floor, set
 * exactly, by the lowest price for sale or by the market; or one of the seller's verbs.
 */
export type Change = PriceChange | { do: MoveVerb };
export type MoveVerb = 'pause' | 'resume' | 'renew';
export type PriceChange = StepChange | ExactPrice | LowestPrice | MarketRule;
export type StepChange = Bounds & ({ do: 'percent'; percent: number } | { do: 'amount'; amount: Money });

interface Bounds {
  floor: Money | null;
  /** Changes and rules that were stored before roundings have none. */
  rounding?: Rounding | null;
}

/** The same price for all. */
export interface ExactPrice {
  do: 'price';
  price: Money;
}

/** The lowest price at which others offer the same copy, minus an amount. */
export interface LowestPrice extends Bounds {
  do: 'lowest';
  less: Money;
}

/**
 * A price that follows the market price: percent above it (negative is below), never under the floor nor, with
 * `aboveCost`, under the seller's cost.
 */
export interface MarketRule extends Bounds {
  do: 'market';
  percent: number;
  aboveCost: boolean;
  /** The largest change at once, in percent of the present price. Null: see `largestChange`. */
  mostPercent: number | null;
}

/**
 * The largest change at once, in percent; null for no limit. A rule with neither a lowest price nor a largest change
 * gets the default: without any bound a few manipulated sales would set its prices.
 */
export function largestChange({ floor, mostPercent }: Pick<MarketRule, 'floor' | 'mostPercent'>): number | null {
  return mostPercent ?? (floor === null ? ruleLimits.usualStep : null);
}

/** The verb that undoes a verb. A renewal cannot be undone. */
export const undoVerbs: Readonly<Record<MoveVerb, MoveVerb | null>> = { pause: 'resume', resume: 'pause', renew: null };

export const isPriceChange = (change: Change): change is PriceChange => !(change.do in undoVerbs);

/** The currency of a change of prices; null: any. */
export function currencyOf(change: StepChange | ExactPrice | LowestPrice): Currency | null {
  if (change.do === 'price') return change.price.currency;
  if (change.do === 'lowest') return change.less.currency;
  return change.do === 'amount' ? change.amount.currency : (change.floor?.currency ?? null);
}

/**
 * The new price in minor units, rounded to the nearest. Lowering never raises: a price under the floor stays. The
 * caller refuses a price below 1 or above the limit.
 */
export function newAmount(amount: number, change: StepChange | ExactPrice): number {
  if (change.do === 'price') return change.price.amount;
  const step = change.do === 'percent' ? Math.round(change.percent * 100) : change.amount.amount;
  const moved = change.do === 'percent' ? Math.round((amount * (10_000 + step)) / 10_000) : amount + step;
  const floored = flooredAmount(moved, change);
  return step < 0 ? Math.min(amount, floored) : floored;
}

/** An amount that is not under the floor, with the ending of the change. */
function flooredAmount(amount: number, { floor, rounding = null }: Bounds, most = Number.POSITIVE_INFINITY): number {
  const floored = Math.max(amount, floor?.amount ?? amount);
  return roundAmount(floored, rounding, { least: floor?.amount, most: Math.max(most, floored) });
}

/** The new price in minor units beside the lowest price for sale; rounding does not lift it above. */
export const amountBesideLowest = (lowest: number, change: LowestPrice): number =>
  flooredAmount(lowest - change.less.amount, change, lowest);
