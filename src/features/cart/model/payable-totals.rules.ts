import type { Currency } from '#kernel/numbers/money.ts';
import type { Cart } from '../contract.ts';

/** The totals of a cart in the currencies in which something can be bought now. */
export function payableTotals(totals: Cart['totals']): Cart['totals'] {
  return totals.filter(({ available }) => available.copies > 0);
}

/** The total of the currency that was asked for, else of the first in which something can be bought. */
export function chosenTotal(totals: Cart['totals'], asked: Currency | string | null | undefined) {
  return totals.find(({ currency }) => currency === asked) ?? payableTotals(totals)[0] ?? totals[0];
}

/** Why nothing of a cart can be bought: it is empty, or what lies in it is not available. */
export function nothingToBuySentence({ groups, gone }: Pick<Cart, 'groups' | 'gone'>, currency?: Currency): string {
  if (groups.length === 0 && gone.length === 0) return 'Your cart is empty.';
  return `Nothing in your cart can be bought${currency ? ` in ${currency}` : ''} now.`;
}
