import { copyFlagDefinitions, copyFlags } from '#features/catalogue/words.ts';
import type { MarketPrice } from '#features/prices/index.server.ts';
import { type Currency, formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { largestChange, type MarketRule } from './bulk.rules.ts';

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
  /** For the seller. */
  why: string;
}

const flagPredicates = copyFlags.map((flag) => copyFlagDefinitions[flag].predicate).join(', ');
const left = (reason: RuleReason, why: string): Outcome => ({ amount: null, reason, why });

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
  if (!isCard) return left('no_card', 'It is no card of the catalogue, so no market price is known.');
  if (isGraded) return left('graded', 'Grades differ too much in price for one market price.');
  if (!isPlain)
    return left('special', `Market prices are of plain copies; this one is ${flagPredicates} or of a special edition.`);
  if (rule.floor && rule.floor.currency !== currency)
    return left('currency', `Its price is in ${currency}, the rule’s lowest price in ${rule.floor.currency}.`);
  if (rule.aboveCost && cost && cost.currency !== currency)
    return left(
      'currency',
      `Its price is in ${currency}, and you paid for it in ${cost.currency}; the two are not compared.`,
    );
  if (!market?.isEnough) return left(...fewSales(market, currency));
  const moved = Math.max(1, Math.round((market.amount * (10_000 + Math.round(rule.percent * 100))) / 10_000));
  const floors: [RuleReason, number | undefined][] = [
    ['floor', rule.floor?.amount],
    ['cost', rule.aboveCost ? cost?.amount : undefined],
  ];
  const bounded = within(moved, price.amount, largestChange(rule));
  let [reason, amount]: [RuleReason, number] = [bounded === moved ? 'market' : 'largest_change', bounded];
  for (const [name, least] of floors) if (least !== undefined && least > amount) [reason, amount] = [name, least];
  return { amount, reason, why: `${marketWords(market, currency)}${endings[reason]?.(rule, currency) ?? ''}.` };
}

/** Limits the distance from `from` to a percentage of it. */
function within(amount: number, from: number, mostPercent: number | null): number {
  if (mostPercent === null) return amount;
  const most = (from * mostPercent) / 100;
  return Math.min(Math.max(amount, Math.ceil(from - most)), Math.floor(from + most));
}

function fewSales(market: MarketPrice | undefined, currency: Currency): [RuleReason, string] {
  if (market?.isEnough === false && market.otherCurrency)
    return ['currency', `It sells in ${market.otherCurrency}, and its price is in ${currency}.`];
  const [count, days] = market?.isEnough === false ? [market.count, market.days] : [0, 0];
  const found = count === 0 ? 'none' : `${count}`;
  return [
    'few_sales',
    `Too few sales of such a copy to say a market price: ${found}${days ? ` in ${days} days` : ''}.`,
  ];
}

function marketWords({ amount, count, days }: Extract<MarketPrice, { isEnough: true }>, currency: Currency): string {
  return `The market is ${formatMoney(money(amount, currency))}, of ${count} sales in ${days} days`;
}

const endings: Partial<Record<RuleReason, (rule: MarketRule, currency: Currency) => string>> = {
  floor: () => '; not under your lowest price',
  cost: () => '; not under what you paid',
  largest_change: (rule) => `; at most ${largestChange(rule)} % at once`,
};
