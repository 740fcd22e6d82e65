import { type Currency, formatMoney, money } from '#kernel/numbers/money.ts';
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
  const isPlayset = take.look('Playset', readFlag(cell, /^playset$/i));
  if (isPlayset !== true) return { quantity, amount };
  const copies = Math.min(quantity * copiesInSet, maxQuantity);
  if (copies < quantity * copiesInSet)
    take.note(`Playset: a listing holds at most ${maxQuantity} copies, so ${maxQuantity} of them are taken.`);
  if (amount !== null && amount % copiesInSet !== 0) {
    const ofFour = formatMoney(money(amount, currency));
    take.note(`Playset: the price of four, ${ofFour}, does not divide by four; say what one copy costs.`);
    return { quantity: copies, amount: null };
  }
  const each = amount === null ? null : amount / copiesInSet;
  const price = each === null ? '' : ` at ${formatMoney(money(each, currency))} each`;
  take.inform(`Playset: ${quantity} × four copies are listed as ${copies}${price}.`);
  return { quantity: copies, amount: each };
}
