import type { Money } from '#kernel/numbers/money.ts';
import { quoteShipping } from './quote.rules.ts';
import { firstFigures, type ShippingFigures, type ShippingMethod } from './shipping.rules.ts';

/** How a seller ships, as far as it concerns a listing. */
export interface ListedTable {
  /** ISO 3166; null where it is unknown. */
  sendsFrom: string | null;
  /** Delivered orders. */
  sales: number;
  /** Of a listing those in its currency; null for a seller without a table. */
  methods: readonly ShippingMethod[] | null;
  /** Null while the host has changed none. */
  figures: ShippingFigures | null;
}

/** A method that ships one copy. */
export interface ListedMethod {
  name: string;
  price: Money;
  tracked: boolean;
}

/**
 * The methods for an order of one copy, the cheapest first; while the country is unknown (null), to the destination
 * with the cheapest shipping. None: the seller's methods don't ship this copy.
 *
 * Lost parcels are known to a later feature: a seller who loses too many ships with tracking from a lower value than
 * this says. Orders are quoted with them.
 */
export function listedMethods(
  { methods, figures, sales }: ListedTable & { methods: readonly ShippingMethod[] },
  { isSlab, price }: { isSlab: boolean; price: Money },
  country: string | null = null,
): ListedMethod[] {
  const shipment = {
    items: [{ isSlab, value: price.amount, quantity: 1 }],
    currency: price.currency,
    country,
    seller: { deliveredOrders: sales, parcels: 0, lostParcels: 0 },
  };
  const quote = quoteShipping(methods, shipment, figures ?? firstFigures);
  if (quote.kind !== 'methods') return [];
  return quote.methods.map(({ method: { name, tracked }, price: each }) => ({ name, price: each, tracked }));
}

/** The methods for one copy to each destination of a table that ships it. */
export function listedByDestination(
  table: ListedTable & { methods: readonly ShippingMethod[] },
  copy: { isSlab: boolean; price: Money },
): { destination: string; methods: ListedMethod[] }[] {
  return [...Map.groupBy(table.methods, ({ destination }) => destination)]
    .map(([destination, methods]) => ({ destination, methods: listedMethods({ ...table, methods }, copy) }))
    .filter(({ methods }) => methods.length > 0);
}
