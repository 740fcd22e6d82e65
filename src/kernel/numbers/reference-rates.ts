import { type Currency, type Money, money } from './money.ts';

/**
 * The value of one minor unit in US cents, to order and filter amounts of several currencies and to show what an amount
 * is about in another. No payment uses these figures, so they are fixed: a changing rate would reorder the results while
 * a viewer pages through them.
 */
export const referenceRates: Record<Currency, number> = {
  USD: 1,
  EUR: 1.08,
  GBP: 1.27,
  CAD: 0.73,
  AUD: 0.66,
  CHF: 1.13,
};

/** About the same amount in another currency, in its minor units. */
export function approximate({ amount, currency }: Money, to: Currency): Money {
  return money(Math.round((amount * referenceRates[currency]) / referenceRates[to]), to);
}
