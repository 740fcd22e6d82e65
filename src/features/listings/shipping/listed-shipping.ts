import { type ListedTable, listedMethods } from '#features/shipping/index.server.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Listing, ShippingOption } from '../contract.ts';

interface ShippedCopy {
  /** The methods of the listing itself, which count where its seller has no table. */
  shipping: ShippingOption[];
  price: Money;
  isSlab: boolean;
}

/** How a copy is shipped: by its seller's table, else by the methods of the listing. */
export function shippingOf(
  { shipping, price, isSlab }: ShippedCopy,
  table: ListedTable | null,
): Pick<Listing, 'shipping' | 'shipsFrom' | 'shipsTo'> {
  const shipsFrom = table?.sendsFrom ?? null;
  if (!table?.methods) return { shipping, shipsFrom, shipsTo: null };
  const { methods } = table;
  return {
    shipping: listedMethods({ ...table, methods }, { isSlab, price }),
    shipsFrom,
    shipsTo: [...new Set(methods.map(({ destination }) => destination))].sort(),
  };
}
