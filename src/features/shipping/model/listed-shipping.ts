import type { Money } from '#kernel/numbers/money.ts';
import { quoteShipping, type ShippingQuote } from './quote.rules.ts';
import { firstFigures, type ShippingFigures, type ShippingMethod, world } from './shipping.rules.ts';

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

/** The same of a seller who has a table. */
export type OwnTable = ListedTable & { methods: readonly ShippingMethod[] };

/** Copies of a listing; one unless `quantity` says more. */
export interface ListedCopies {
  isSlab: boolean;
  price: Money;
  quantity?: number;
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
 * Lost parcels are known to the feature orders: a seller who loses too many ships with tracking from a lower value than
 * this says. Orders are quoted with them. `cheapestMethodSql` is the price of the first one in SQL, where many listings are
 * ordered by it; `listed-shipping.test.ts` of listings compares the two.
 */
export function listedMethods(table: OwnTable, copy: ListedCopies, country: string | null = null): ListedMethod[] {
  const quote = quoteCopies(table, copy, country);
  if (quote.kind !== 'methods') return [];
  return quote.methods.map(({ method: { name, tracked }, price: each }) => ({ name, price: each, tracked }));
}

/** Whether the seller ships the copies in one order, be it in two parcels; to any country while it is unknown (null). */
export function isShipped(table: OwnTable, copies: ListedCopies, country: string | null): boolean {
  return quoteCopies(table, copies, country).kind !== 'contact_seller';
}

/** Whether what the cheapest method costs depends on the country, or the copy isn't shipped to all countries. */
export function variesByCountry(table: OwnTable, copy: ListedCopies): boolean {
  const shipped = listedByDestination(table, copy);
  const named = new Set(table.methods.map(({ destination }) => destination));
  const prices = new Set(shipped.map(({ methods: [cheapest] }) => cheapest?.price.amount));
  return !named.has(world) || shipped.length < named.size || prices.size > 1;
}

function quoteCopies(
  { methods, figures, sales }: OwnTable,
  { isSlab, price, quantity = 1 }: ListedCopies,
  country: string | null,
): ShippingQuote {
  const shipment = {
    items: [{ isSlab, value: price.amount, quantity }],
    currency: price.currency,
    country,
    seller: { deliveredOrders: sales, parcels: 0, lostParcels: 0 },
  };
  return quoteShipping(methods, shipment, figures ?? firstFigures);
}

/** The methods for one copy to each destination of a table that ships it. */
export function listedByDestination(
  table: OwnTable,
  copy: ListedCopies,
): { destination: string; methods: ListedMethod[] }[] {
  return [...Map.groupBy(table.methods, ({ destination }) => destination)]
    .map(([destination, methods]) => ({ destination, methods: listedMethods({ ...table, methods }, copy) }))
    .filter(({ methods }) => methods.length > 0);
}
