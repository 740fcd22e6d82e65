import { type ListedTable, listedMethods, variesByCountry } from '#features/shipping/index.server.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Listing, ShippingOption } from '../contract.ts';

interface ShippedCopy {
  /** The methods of the listing itself, which count where its seller has no table. */
  shipping: ShippingOption[];
  price: Money;
  isSlab: boolean;
}

/**
 * How a copy is shipped: by its seller's table, to `to` (a country, `EU` or `world`) where that is known; else by the
 * methods of the listing.
 */
export function shippingOf(
  { shipping, price, isSlab }: ShippedCopy,
  table: ListedTable | null,
  to: string | null = null,
): Pick<Listing, 'shipping' | 'shippingVaries' | 'shipsFrom' | 'shipsTo'> {
  const shipsFrom = table?.sendsFrom ?? null;
  if (!table?.methods) return { shipping, shippingVaries: false, shipsFrom, shipsTo: null };
  const { methods } = table;
  const own = { ...table, methods };
  return {
    shipping: listedMethods(own, { isSlab, price }, to),
    shippingVaries: to === null && variesByCountry(own, { isSlab, price }),
    shipsFrom,
    shipsTo: [...new Set(methods.map(({ destination }) => destination))].sort(),
  };
}
