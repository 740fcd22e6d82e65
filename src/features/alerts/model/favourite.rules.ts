import type { Currency, Money } from '#kernel/numbers/money.ts';

/** The state of a favourite that its watcher knows: its lowest price with postage, and whether it was for sale. */
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
 * The updates of a favourite that its watcher gets. Only a new lowest price with postage counts, so a price that rises
 * and falls again sends none.
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
