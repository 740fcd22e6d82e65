import { firstFigures, type ListedTable, quoteShipping } from '#features/shipping/words.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { type OfferedMethod, offeredMethods } from './order-shipping.ts';

/** How a seller with a shipping table ships a listing, and where to. */
export interface BuyersShipping {
  table: ListedTable & { methods: NonNullable<ListedTable['methods']> };
  /** ISO 3166; null while the reader's country is unknown. */
  country: string | null;
  /** To choose from. */
  countries: readonly (readonly [code: string, name: string])[];
}

/** The methods for so many copies, the cheapest first; none where nothing ships them to the country. */
export function methodsFor(
  { table, country }: BuyersShipping,
  { isSlab, price, quantity }: { isSlab: boolean; price: Money; quantity: number },
): OfferedMethod[] {
  const shipment = {
    items: [{ isSlab, value: price.amount, quantity }],
    currency: price.currency,
    country,
    // Lost parcels are known when the order is placed: it is refused then, with the reason.
    seller: { deliveredOrders: table.sales, parcels: 0, lostParcels: 0 },
  };
  const quote = quoteShipping(table.methods, shipment, table.figures ?? firstFigures);
  return quote.kind === 'contact_seller' ? [] : offeredMethods(quote);
}
