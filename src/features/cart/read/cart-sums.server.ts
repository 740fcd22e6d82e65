import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Sums } from '../contract.ts';

/** What copies cost with their shipping, in minor units. */
export const sumsOf = (copies: number, items: number, shipping: number, currency: Currency): Sums => ({
  copies,
  items: money(items, currency),
  shipping: money(shipping, currency),
  total: money(items + shipping, currency),
});

/** The sums of several sellers. */
export function addSums(parts: readonly Sums[], currency: Currency): Sums {
  const sum = (of: (part: Sums) => number) => parts.reduce((total, part) => total + of(part), 0);
  return sumsOf(
    sum(({ copies }) => copies),
    sum(({ items }) => items.amount),
    sum(({ shipping }) => shipping.amount),
    currency,
  );
}
