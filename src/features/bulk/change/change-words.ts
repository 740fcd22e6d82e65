import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { type Change, largestChange, type MarketRule } from '../model/bulk.rules.ts';

const verbs = { pause: 'Pause', resume: 'Resume', renew: 'Renew' } as const;

/** `Lower prices by 5 %, never under $0.50`. */
export function changeSentence(change: Change): string {
  if (change.do === 'market') return ruleSentence(change);
  if (change.do !== 'percent' && change.do !== 'amount') return verbs[change.do];
  const isLess = (change.do === 'percent' ? change.percent : change.amount.amount) < 0;
  const by = change.do === 'percent' ? `${Math.abs(change.percent)} %` : positive(change.amount);
  return `${isLess ? 'Lower' : 'Raise'} prices by ${by}${change.floor ? `, never under ${formatMoney(change.floor)}` : ''}`;
}

/** `Market price less 5 %, never under $0.50 or what you paid, at most 20 % at once`. */
function ruleSentence(rule: MarketRule): string {
  const { percent, floor, aboveCost } = rule;
  const most = largestChange(rule);
  const beside = percent === 0 ? '' : percent < 0 ? ` less ${-percent} %` : ` plus ${percent} %`;
  const floors = [floor && formatMoney(floor), aboveCost && 'what you paid'].filter(Boolean).join(' or ');
  return `Market price${beside}${floors && `, never under ${floors}`}${most === null ? '' : `, at most ${most} % at once`}`;
}

const positive = ({ amount, currency }: Money) => formatMoney({ amount: Math.abs(amount), currency });
