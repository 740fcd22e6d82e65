import type { Currency } from '#kernel/numbers/money.ts';
import type { Taker } from '../parse/parse-copy.ts';
import { readFlag } from './flags.ts';
import { maxQuantity } from './row-values.ts';

const copiesInSet = 4;

/**
 * Converts playsets, which some services count as one at the price of four copies, into copies at a quarter of the
 * price.
 */
export function copiesOfPlaysets(
  cell: string,
  { quantity, amount, currency }: { quantity: number; amount: number | null; currency: Currency },
  take: Taker,
): { quantity: number; amount: number | null } {
  const isPlayset = take.look(readFlag(cell, /^playset$/i, 'playset'));
  if (isPlayset !== true) return { quantity, amount };
  const copies = Math.min(quantity * copiesInSet, maxQuantity);
  if (copies < quantity * copiesInSet) take.note({ code: 'playset_cut', params: { most: maxQuantity } });
  if (amount !== null && amount % copiesInSet !== 0) {
    take.note({ code: 'playset_price', params: { amount, currency } });
    return { quantity: copies, amount: null };
  }
  const each = amount === null ? null : amount / copiesInSet;
  take.inform(
    each === null
      ? { code: 'playset_read', params: { count: quantity, copies } }
      : { code: 'playset_priced', params: { count: quantity, copies, amount: each, currency } },
  );
  return { quantity: copies, amount: each };
}
