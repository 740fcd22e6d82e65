import type { Currency, Money } from '#kernel/numbers/money.ts';
import { ruleLimits } from './bulk.process.ts';

/**
 * What is done to each listing: its price moved by percent or by an amount (negative lowers), never under the floor, or
 * set by the market; or one of the seller's verbs.
 */
export type Change = PriceChange | { do: MoveVerb };
export type MoveVerb = 'pause' | 'resume' | 'renew';
export type PriceChange = StepChange | MarketRule;
export type StepChange =
  | { do: 'percent'; percent: number; floor: Money | null }
  | { do: 'amount'; amount: Money; floor: Money | null };

/**
 * A price that follows the market price: percent above it (negative is below), never under the floor nor, with
 * `aboveCost`, under the seller's cost.
 */
export interface MarketRule {
  do: 'market';
  percent: number;
  floor: Money | null;
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

export const isPriceChange = (change: Change): change is PriceChange =>
  change.do === 'percent' || change.do === 'amount' || change.do === 'market';

/** The currency of a change of prices; null: any. */
export function currencyOf(change: StepChange): Currency | null {
  return change.do === 'amount' ? change.amount.currency : (change.floor?.currency ?? null);
}

/**
 * The new price in minor units, rounded to the nearest. Lowering never raises: a price under the floor stays. The
 * caller refuses a price below 1 or above the limit.
 */
export function newAmount(amount: number, change: StepChange): number {
  const step = change.do === 'percent' ? Math.round(change.percent * 100) : change.amount.amount;
  const moved = change.do === 'percent' ? Math.round((amount * (10_000 + step)) / 10_000) : amount + step;
  const floored = Math.max(moved, change.floor?.amount ?? moved);
  return step < 0 ? Math.min(amount, floored) : floored;
}
