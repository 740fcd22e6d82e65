import type { Currency } from '#kernel/numbers/money.ts';
import { listingLimits } from '../model/listing.rules.ts';

/**
 * Sellers of some games count and price in sets of four alike. What is listed so is stored as copies, each at a quarter
 * of the price of a set.
 */
const copiesOfPlayset = 4;
const mostPlaysets = Math.floor(listingLimits.maxQuantity / copiesOfPlayset);

interface PlaysetFields {
  /** Whether `quantity` counts sets of four and `price` is for one set. */
  playset?: boolean | undefined;
  quantity?: number | undefined;
  /** In minor units. */
  price?: { amount: number; currency: Currency } | undefined;
}

/**
 * The input counted in copies and priced by the copy, without `playset`. All other amounts of a listing are for one
 * copy anyway.
 */
export function inCopies<T extends PlaysetFields>({ playset, ...input }: T): Omit<T, 'playset'> {
  if (!playset) return input;
  const { quantity, price } = input;
  return {
    ...input,
    ...(quantity !== undefined && { quantity: quantity * copiesOfPlayset }),
    ...(price && { price: { ...price, amount: price.amount / copiesOfPlayset } }),
  };
}

/** Why it cannot be counted in copies, by field; empty where it can. */
export function playsetErrors({ playset, quantity, price }: PlaysetFields): { quantity?: string; price?: string } {
  if (!playset) return {};
  return {
    ...(quantity !== undefined &&
      quantity > mostPlaysets && { quantity: `Enter at most ${mostPlaysets} playsets of 4 copies.` }),
    ...(price &&
      price.amount % copiesOfPlayset !== 0 && {
        price: 'Enter a price divisible by 4. The copies of a playset are sold one by one.',
      }),
  };
}
