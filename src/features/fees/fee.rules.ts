import { formatPercent } from '#kernel/format.ts';
import { decimalOf, formatMoney, type Money } from '#kernel/numbers/money.ts';

/** The fee of a sale: a share of the cards' price, and an amount for each order in its own currency. */
export interface Fee {
  /** Hundredths of a percent: 250 is 2.5 %. */
  basisPoints: number;
  /** Minor units of the order's currency. */
  fixed: number;
}

export const noFee: Fee = { basisPoints: 0, fixed: 0 };
export const feeLimits = { basisPoints: 3_000, fixed: 10_000, note: 200 } as const;

export const isFree = ({ basisPoints, fixed }: Fee): boolean => basisPoints === 0 && fixed === 0;

/**
 * The fee on cards of this total price, shipping not counted; rounded in the seller's favor, and at most what the cards
 * cost.
 */
export function feeOf({ basisPoints, fixed }: Fee, items: number): number {
  return Math.min(items, Math.floor((items * basisPoints) / 10_000) + fixed);
}

/** `2.5% of the card price and 0.30 per order`, or `no fee`. The amount is in the currency of each order. */
export function feeWords(fee: Fee): string {
  if (isFree(fee)) return 'no fee';
  const share = formatPercent(fee.basisPoints / 10_000, 2);
  const fixed = decimalOf(fee.fixed);
  if (fee.fixed === 0) return `${share} of the card price`;
  return fee.basisPoints === 0 ? `${fixed} per order` : `${share} of the card price and ${fixed} per order`;
}

/** The seller's share of one copy at this price, alone in an order. */
export function leftOf(fee: Fee, price: Money): Money {
  return { amount: price.amount - feeOf(fee, price.amount), currency: price.currency };
}

/** The same as a sentence for a seller: where they answer another member's amount, or propose one. */
export const leftSentence = (fee: Fee, price: Money): string =>
  isFree(fee)
    ? `You earn ${formatMoney(price)}, plus shipping. There is no selling fee.`
    : `You earn ${formatMoney(leftOf(fee, price))} of ${formatMoney(price)}, plus shipping. Selling fee: ${feeWords(fee)}.`;

/** The same as a sentence beside a price. */
export const feeSentence = (fee: Fee, price: Money): string =>
  isFree(fee)
    ? 'There is no selling fee.'
    : `Selling fee: ${formatMoney({ ...price, amount: feeOf(fee, price.amount) })} (${feeWords(fee)}).`;
