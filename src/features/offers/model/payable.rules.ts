import { canBeCharged, largestCharge, smallestCharge } from '#kernel/numbers/charge.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { sumOf } from './offer.rules.ts';
import type { OfferRow } from './offer.tables.ts';

/** The shipping options of copies; without any their price includes shipping. */
interface Sent {
  shipping: readonly { price: Money }[];
}

const waysOf = ({ shipping }: Sent): number[] =>
  shipping.length === 0 ? [0] : shipping.map(({ price }) => price.amount);

/** The item whose shipping is paid, of items that are sent together: the one whose cheapest option costs most. */
export function dearestPost<T extends Sent>(together: readonly [T, ...T[]]): T {
  const least = (one: Sent) => Math.min(...waysOf(one));
  return together.reduce((dearest, one) => (least(one) > least(dearest) ? one : dearest));
}

/**
 * Why an order of this sum could be paid by card in none of the ways in which it may be sent, as a sentence; null where
 * it could.
 */
export function whyUnpayable(items: Money, together: readonly [Sent, ...Sent[]]): string | null {
  const { currency } = items;
  const totals = waysOf(dearestPost(together)).map((post) => money(items.amount + post, currency));
  if (totals.some(canBeCharged)) return null;
  const [first, ...others] = totals.toSorted((a, b) => a.amount - b.amount);
  const largest = largestCharge(currency);
  if (first && first.amount > largest.amount)
    return `The total with shipping is ${formatMoney(first)}, above the maximum of ${formatMoney(largest)} for an order. Use a smaller amount or fewer cards.`;
  const total = others.at(-1) ?? first ?? items;
  return `The total with shipping is ${formatMoney(total)}, below the minimum of ${formatMoney(smallestCharge(currency))} for an order. Use a larger amount or more cards.`;
}

/** The same for accepted lines, by their reserved copies. */
export function whyNeverPaid(
  lines: readonly Pick<OfferRow, 'amount' | 'quantity' | 'currency' | 'held'>[],
): string | null {
  const [first, ...others] = lines.flatMap(({ held }) => held ?? []);
  const currency = lines[0]?.currency;
  return first && currency ? whyUnpayable(money(sumOf(lines), currency), [first, ...others]) : null;
}
