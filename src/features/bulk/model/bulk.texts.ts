import { flagAdjectives } from '#features/catalogue/words.ts';
import { refusalTexts } from '#features/listings/index.server.ts';
import { formatPercent, plural } from '#kernel/format.ts';
import { type Currency, formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { type Coded, textOf } from '#kernel/text/coded-text.ts';
import type { BulkRow } from './bulk.tables.ts';

interface Median extends Money {
  count: number;
  days: number;
}

const medianText = ({ amount, currency, count, days }: Median) => {
  const price = formatMoney(money(amount, currency));
  return plural(count, {
    one: `The market price is ${price}, the median of # sale in ${days} days.`,
    other: `The market price is ${price}, the median of # sales in ${days} days.`,
  });
};

/** Why a listing does not change, or how its price was computed. */
const whyTexts = {
  ...refusalTexts,
  market: medianText,
  floor: (median: Median) => `${medianText(median)} Your minimum price applies.`,
  cost: (median: Median) => `${medianText(median)} Your cost applies as the minimum price.`,
  largest_change: ({ percent, ...median }: Median & { percent: number }) =>
    `${medianText(median)} The maximum change is ${formatPercent(percent / 100, 2)}.`,
  no_sales: ({ days }: { days: number }) => `There are no sales in ${days} days, so there is no market price.`,
  few_sales: ({ count, days }: { count: number; days: number }) =>
    plural(count, {
      one: `# sale in ${days} days is not enough for a market price.`,
      other: `# sales in ${days} days are not enough for a market price.`,
    }),
  no_market_price: () => 'There is no market price.',
  no_card: () => 'The listing has no card from our card database, so it has no market price.',
  graded: () => 'Market prices don’t apply to graded cards.',
  special: () => `Market prices don’t apply to ${flagAdjectives('or')} copies and special editions.`,
  sales_currency: ({ own, sales }: { own: Currency; sales: Currency }) =>
    `The price is in ${own}. The sales of this card are in ${sales}.`,
  floor_currency: ({ own, floor }: { own: Currency; floor: Currency }) =>
    `The price is in ${own}. The minimum price is in ${floor}.`,
  cost_currency: ({ own, cost }: { own: Currency; cost: Currency }) =>
    `The price is in ${own}. Your cost is in ${cost}, so we can’t compare them.`,
  lowest: (lowest: Money) => `The lowest price for sale is ${formatMoney(lowest)}.`,
  no_lowest: () => 'There is no other listing of this card in the same condition, finish, language and currency.',
  change_currency: ({ own, change }: { own: Currency; change: Currency }) =>
    `The price is in ${own}. The change is in ${change}.`,
  no_condition: () => 'The condition is missing.',
  no_price: () => 'There is no price to change.',
} as const;
export type Why = Coded<typeof whyTexts>;
export type WhyColumns = Pick<BulkRow, 'why' | 'whyCode' | 'whyParams'>;

/** The columns of a reason. */
export const whyColumns = (why: Why | null): WhyColumns => ({
  why: null,
  whyCode: why?.code ?? null,
  whyParams: why?.params ?? null,
});

/** The sentence of a reason, or the text of an earlier release; null where there is none. */
export const whyText = ({ why, whyCode, whyParams }: WhyColumns): string | null =>
  textOf(whyTexts, whyCode, whyParams) ?? why;

export const whySentence = (why: Why): string => whyText(whyColumns(why)) ?? why.code;
