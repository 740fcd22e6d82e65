import { formatPercent } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { type Change, largestChange, type MarketRule } from '../model/bulk.rules.ts';

const verbs = { pause: 'Pause listings', resume: 'Resume listings', renew: 'Renew listings' } as const;

/** `Lower prices by 5% · Minimum price $0.50`. */
export function changeSentence(change: Change): string {
  if (change.do === 'market') return ruleSentence(change);
  if (change.do !== 'percent' && change.do !== 'amount') return verbs[change.do];
  const isLess = (change.do === 'percent' ? change.percent : change.amount.amount) < 0;
  const by = change.do === 'percent' ? percentOf(Math.abs(change.percent)) : positive(change.amount);
  return joined([isLess ? `Lower prices by ${by}` : `Raise prices by ${by}`, ...minimumOf(change.floor)]);
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
  ]);
}

function priceOf(percent: number): string {
  if (percent === 0) return 'Market price';
  return percent < 0 ? `Market price minus ${percentOf(-percent)}` : `Market price plus ${percentOf(percent)}`;
}

const minimumOf = (floor: Money | null) => (floor ? [`Minimum price ${formatMoney(floor)}`] : []);
/** A list of facts, each complete in itself. */
const joined = (facts: readonly string[]) => facts.join(' · ');
const percentOf = (percent: number) => formatPercent(percent / 100, 2);

const positive = ({ amount, currency }: Money) => formatMoney({ amount: Math.abs(amount), currency });
