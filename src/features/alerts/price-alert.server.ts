import { conditions, type Listing, priceRank } from '#features/listings/contract.ts';
import { readKeptSearch } from '#features/listings/index.server.ts';
import { firstOf } from '#kernel/first-of.ts';
import { decimalOf, formatMoney } from '#kernel/money.ts';
import { alertLimits } from './words.ts';

type Copy = Pick<Listing, 'name' | 'game' | 'setCode' | 'setName' | 'number' | 'condition' | 'grading' | 'finish' | 'language' | 'price'>;

/** The search that finds copies like this one, of its printing, at least as good, for less than it costs; and a name for it. Compared by the fixed rates that order prices of several currencies. */
export function priceAlertOf(copy: Copy): { name: string; query: string } {
  const { name, game, setCode, setName, number, condition, grading, finish, language, price } = copy;
  const q = [name, number].filter(Boolean).join(' ');
  const asked = new URLSearchParams({ q, game, language, maxPrice: decimalOf(Math.max(1, priceRank(price) - 1)) });
  if (setCode) asked.append('set', setCode);
  if (grading) asked.append('graded', 'true');
  // Nothing is better than what nobody has looked at.
  else if (condition !== 'unknown') for (const each of conditions.slice(0, conditions.indexOf(condition) + 1)) asked.append('condition', each);
  if (finish) asked.append('finish', finish);
  const under = `under ${formatMoney(price)}`;
  const card = [name, setName].filter(Boolean).join(', ');
  return { name: `${firstOf(card, alertLimits.name - under.length - 1)} ${under}`, query: readKeptSearch(asked.toString()).query };
}
