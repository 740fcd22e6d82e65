import type { ShippingOption } from '#features/listings/contract.ts';
import { dearestPost } from '#features/offers/index.server.ts';
import { chooseShipping } from '#features/orders/words.ts';
import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import type { Sums } from '../contract.ts';

/** Copies that would be in one parcel. */
export interface Packed {
  copies: number;
  /** For all of them. */
  amount: number;
  price: Money;
  /** The shipping options of each listing that they are of. */
  shipping: readonly ShippingOption[][];
}

/** What a seller's cards cost, and the shipping method that is paid: one for all, as an order chooses it. */
export function sumsOfGroup(
  packed: readonly Packed[],
  currency: Currency,
): { sums: Sums; method: ShippingOption | null } {
  const [first, ...others] = packed.flatMap(({ shipping, price }) =>
    shipping.map((each) => ({ shipping: each, price })),
  );
  const chosen = first ? chooseShipping(dearestPost([first, ...others]).shipping, undefined) : null;
  const method = chosen === 'unknown' ? null : chosen;
  const items = packed.reduce((sum, { amount }) => sum + amount, 0);
  const copies = packed.reduce((sum, { copies }) => sum + copies, 0);
  return { sums: sumsOf(copies, items, method?.price.amount ?? 0, currency), method };
}

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

const sumsOf = (copies: number, items: number, shipping: number, currency: Currency): Sums => ({
  copies,
  items: money(items, currency),
  shipping: money(shipping, currency),
  total: money(items + shipping, currency),
});
