import { formatMoney, type Money } from '#kernel/money.ts';
import type { Change } from './bulk.rules.ts';

const verbs = { pause: 'Pause', resume: 'Resume', renew: 'Renew' } as const;

/** `Lower prices by 5 %, never under $0.50`. */
export function changeSentence(change: Change): string {
  if (change.do !== 'percent' && change.do !== 'amount') return verbs[change.do];
  const isLess = (change.do === 'percent' ? change.percent : change.amount.amount) < 0;
  const by = change.do === 'percent' ? `${Math.abs(change.percent)} %` : positive(change.amount);
  return `${isLess ? 'Lower' : 'Raise'} prices by ${by}${change.floor ? `, never under ${formatMoney(change.floor)}` : ''}`;
}

const positive = ({ amount, currency }: Money) => formatMoney({ amount: Math.abs(amount), currency });
