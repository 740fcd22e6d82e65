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

/** `2.5 %`, without needless zeros. */
const percentOf = (basisPoints: number): string => `${basisPoints / 100} %`;

/** `2.5 % and 0.30`, or `no fee`. The amount is in the currency of each order. */
export function feeWords(fee: Fee): string {
  if (isFree(fee)) return 'no fee';
  const parts = [
    fee.basisPoints > 0 && `${percentOf(fee.basisPoints)} of what the cards cost`,
    fee.fixed > 0 && `${decimalOf(fee.fixed)} an order`,
  ].filter(Boolean);
  return parts.join(' and ');
}

/** The seller's share of one copy at this price, alone in an order. */
export function leftOf(fee: Fee, price: Money): Money {
  return { amount: price.amount - feeOf(fee, price.amount), currency: price.currency };
}

/** The same as a sentence for a seller: where they answer another member's amount, or propose one. */
export const leftSentence = (fee: Fee, price: Money): string =>
  isFree(fee)
    ? `You get all of ${formatMoney(price)}, and the post that the buyer pays: no fee is taken from a sale.`
    : `Of ${formatMoney(price)} you get ${formatMoney(leftOf(fee, price))}, and the post that the buyer pays: the market takes ${feeWords(fee)}.`;

/** The same for a buyer who names an amount. */
export const sellerGetsSentence = (fee: Fee, price: Money): string =>
  isFree(fee)
    ? `The seller gets all of ${formatMoney(price)}: no fee is taken from a sale.`
    : `Of ${formatMoney(price)} the seller gets ${formatMoney(leftOf(fee, price))}: the market takes ${feeWords(fee)}.`;

/** The same as a sentence beside a price. */
export const feeSentence = (fee: Fee, price: Money): string =>
  isFree(fee)
    ? 'No fee is taken from a sale.'
    : `The market takes ${feeWords(fee)}: ${formatMoney({ ...price, amount: feeOf(fee, price.amount) })} of this.`;
