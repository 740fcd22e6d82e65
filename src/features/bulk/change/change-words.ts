import { formatPercent } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { type Change, type LowestPrice, largestChange, type MarketRule } from '../model/bulk.rules.ts';
import type { Rounding } from '../model/rounding.ts';

const verbs = { pause: 'Pause listings', resume: 'Resume listings', renew: 'Renew listings' } as const;

/** `Lower prices by 5% · Minimum price $0.50`. */
export function changeSentence(change: Change): string {
  if (change.do === 'market') return ruleSentence(change);
  if (change.do === 'lowest') return lowestSentence(change);
  if (change.do === 'price') return `Set prices to ${formatMoney(change.price)}`;
  if (change.do !== 'percent' && change.do !== 'amount') return verbs[change.do];
  const isLess = (change.do === 'percent' ? change.percent : change.amount.amount) < 0;
  const by = change.do === 'percent' ? percentOf(Math.abs(change.percent)) : positive(change.amount);
  return joined([
    isLess ? `Lower prices by ${by}` : `Raise prices by ${by}`,
    ...minimumOf(change.floor),
    ...endingOf(change),
  ]);
}

/** `Lowest price for sale minus $0.10 · Minimum price $0.50`. */
function lowestSentence(change: LowestPrice): string {
  const { less, floor } = change;
  const price = less.amount === 0 ? 'Lowest price for sale' : `Lowest price for sale minus ${formatMoney(less)}`;
  return joined([price, ...minimumOf(floor), ...endingOf(change)]);
}

/** `Market price minus 5% · Minimum price $0.50 · Not below cost · Maximum change 20%`. */
function ruleSentence(rule: MarketRule): string {
  const { percent, floor, aboveCost } = rule;
  const most = largestChange(rule);
  return joined([
    priceOf(percent),
    ...minimumOf(floor),
    ...(aboveCost ? ['Not below cost'] : []),
    ...(most === null ? [] : [`Maximum change ${percentOf(most)}`]),
    ...endingOf(rule),
  ]);
}

function priceOf(percent: number): string {
  if (percent === 0) return 'Market price';
  return percent < 0 ? `Market price minus ${percentOf(-percent)}` : `Market price plus ${percentOf(percent)}`;
}

const minimumOf = (floor: Money | null) => (floor ? [`Minimum price ${formatMoney(floor)}`] : []);

const endings: Record<Rounding, string> = {
  ends_in_9: 'Prices end in 9',
  ends_in_5: 'Prices end in 5',
  whole: 'Prices end in 00',
};
const endingOf = ({ rounding }: { rounding?: Rounding | null }) => (rounding ? [endings[rounding]] : []);
/** A list of facts, each complete in itself. */
const joined = (facts: readonly string[]) => facts.join(' · ');
const percentOf = (percent: number) => formatPercent(percent / 100, 2);

const positive = ({ amount, currency }: Money) => formatMoney({ amount: Math.abs(amount), currency });
