import type { MarketPrice } from '#features/prices/index.server.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { largestChange, type MarketRule } from './bulk.rules.ts';
import type { Why } from './bulk.texts.ts';
import { roundAmount } from './rounding.ts';

/** What determines the price under a rule, or why the listing is left alone. */
export const ruleReasons = [
  'market',
  'floor',
  'cost',
  'largest_change',
  'few_sales',
  'currency',
  'no_card',
  'graded',
  'special',
] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** The facts of a listing that a rule needs. */
export interface Priced {
  price: Money;
  cost: Money | null;
  isCard: boolean;
  isGraded: boolean;
  /** Without flags, and not of a special edition. */
  isPlain: boolean;
}

/** The new price and what determined it; without a price the listing is left alone. */
export interface Outcome {
  amount: number | null;
  reason: RuleReason;
  why: Why;
}

type PriceReason = 'market' | 'floor' | 'cost' | 'largest_change';

const left = (reason: RuleReason, why: Why): Outcome => ({ amount: null, reason, why });

/**
 * The result of a rule for a listing: the market price with the rule's percentage, limited to the largest change, and
 * lifted to the floor and to the cost. Both floors hold against the largest change.
 */
export function outcomeOf(
  { price, cost, isCard, isGraded, isPlain }: Priced,
  rule: MarketRule,
  market: MarketPrice | undefined,
): Outcome {
  const { currency } = price;
  if (!isCard) return left('no_card', { code: 'no_card' });
  if (isGraded) return left('graded', { code: 'graded' });
  if (!isPlain) return left('special', { code: 'special' });
  if (rule.floor && rule.floor.currency !== currency)
    return left('currency', { code: 'floor_currency', params: { own: currency, floor: rule.floor.currency } });
  if (rule.aboveCost && cost && cost.currency !== currency)
    return left('currency', { code: 'cost_currency', params: { own: currency, cost: cost.currency } });
  if (!market?.isEnough) return left(...fewSales(market, currency));
  const moved = Math.max(1, Math.round((market.amount * (10_000 + Math.round(rule.percent * 100))) / 10_000));
  const floors: [PriceReason, number | undefined][] = [
    ['floor', rule.floor?.amount],
    ['cost', rule.aboveCost ? cost?.amount : undefined],
  ];
  const bounded = within(moved, price.amount, largestChange(rule));
  let [reason, amount]: [PriceReason, number] = [bounded === moved ? 'market' : 'largest_change', bounded];
  for (const [name, least] of floors) if (least !== undefined && least > amount) [reason, amount] = [name, least];
  const limit = limitsAround(price.amount, largestChange(rule));
  const highestFloor = Math.max(...floors.map(([, least]) => least ?? 1), 1);
  amount = roundAmount(amount, rule.rounding ?? null, {
    least: Math.max(highestFloor, limit.least),
    most: Math.max(highestFloor, limit.most),
  });
  const median = { amount: market.amount, currency, count: market.count, days: market.days };
  const why: Why =
    reason === 'largest_change'
      ? { code: reason, params: { ...median, percent: largestChange(rule) ?? 0 } }
      : { code: reason, params: median };
  return { amount, reason, why };
}

/** Limits the distance from `from` to a percentage of it. */
function within(amount: number, from: number, mostPercent: number | null): number {
  const { least, most } = limitsAround(from, mostPercent);
  return Math.min(Math.max(amount, least), most);
}

function limitsAround(from: number, mostPercent: number | null): { least: number; most: number } {
  if (mostPercent === null) return { least: 1, most: Number.POSITIVE_INFINITY };
  const step = (from * mostPercent) / 100;
  return { least: Math.ceil(from - step), most: Math.floor(from + step) };
}

function fewSales(market: MarketPrice | undefined, currency: Currency): [RuleReason, Why] {
  if (market?.isEnough === false && market.otherCurrency)
    return ['currency', { code: 'sales_currency', params: { own: currency, sales: market.otherCurrency } }];
  if (market?.isEnough !== false || !market.days) return ['few_sales', { code: 'no_market_price' }];
  const { count, days } = market;
  return [
    'few_sales',
    count === 0 ? { code: 'no_sales', params: { days } } : { code: 'few_sales', params: { count, days } },
  ];
}
