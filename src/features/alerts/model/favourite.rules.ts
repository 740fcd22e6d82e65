import type { Currency, Money } from '#kernel/numbers/money.ts';

/**
 * What a favourite was when its watcher last heard of it: the least that it has cost, with post, and whether it was for
 * sale.
 */
export interface Seen {
  leastAmount: number;
  currency: Currency;
  isForSale: boolean;
}

export interface FavouriteNow {
  version: number;
  price: Money;
  postage: Money;
  isForSale: boolean;
  status: string;
}

/**
 * What of a favourite is worth telling. Post counts, and only what is less than ever before is less: a price that goes
 * up and down again is no news.
 */
export function whatBecame(now: FavouriteNow, seen: Seen): { kind: 'price' | 'back' | 'sold'; about: string }[] {
  if (now.status === 'sold') return seen.isForSale ? [{ kind: 'sold', about: `${now.version}` }] : [];
  if (!now.isForSale) return [];
  const total = now.price.amount + now.postage.amount;
  const isLess = now.price.currency === seen.currency && total < seen.leastAmount;
  return [
    ...(seen.isForSale ? [] : [{ kind: 'back' as const, about: `${now.version}` }]),
    ...(isLess ? [{ kind: 'price' as const, about: `${now.price.currency} ${total}` }] : []),
  ];
}
