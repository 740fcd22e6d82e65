import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import {
  methodsByDestination,
  methodsTo,
  type SellerRecord,
  type ShippedItem,
  type ShippingFigures,
  type ShippingMethod,
  trackedFrom,
} from './shipping.rules.ts';

/** What is shipped in one order. */
export interface Shipment {
  items: readonly ShippedItem[];
  currency: Currency;
  /** Null: not known yet. The destination with the cheapest shipping is quoted. */
  country: string | null;
  seller: SellerRecord;
}

export interface QuotedMethod {
  method: ShippingMethod;
  price: Money;
}

export interface QuotedParcel extends QuotedMethod {
  copies: number;
}

/**
 * How an order can be shipped: methods that fit, the cheapest first; else in two parcels; else only as buyer and seller
 * agree. `trackedFrom`: the value from which tracking is required, where it limits the methods of this order.
 */
export type ShippingQuote = { trackedFrom: Money | null } & (
  | { kind: 'methods'; methods: readonly QuotedMethod[]; missingToFree: Money | null }
  | { kind: 'two_parcels'; parcels: readonly [QuotedParcel, QuotedParcel]; price: Money }
  | { kind: 'contact_seller' }
);

/** Quotes the shipping of an order from its seller's table. */
export function quoteShipping(
  table: readonly ShippingMethod[],
  shipment: Shipment,
  figures: ShippingFigures,
): ShippingQuote {
  const { country, currency } = shipment;
  const possible = country === null ? methodsByDestination(table, currency) : [methodsTo(table, country, currency)];
  return possible
    .map((methods) => quoteMethods(methods, shipment, figures))
    .reduce((best, one) => (priceOf(one) < priceOf(best) ? one : best));
}

function priceOf(quote: ShippingQuote): number {
  const cheapest = quote.kind === 'methods' ? quote.methods[0] : quote.kind === 'two_parcels' ? quote : undefined;
  return cheapest?.price.amount ?? Number.POSITIVE_INFINITY;
}

/** The same with the methods to one destination. */
function quoteMethods(
  all: readonly ShippingMethod[],
  { items, currency, seller }: Shipment,
  figures: ShippingFigures,
): ShippingQuote {
  const { value } = contentsOf(items);
  const limit = trackedFrom(figures, seller);
  const isLimited = value >= limit && all.some(({ tracked }) => !tracked);
  const methods = value >= limit ? all.filter(({ tracked }) => tracked) : all;
  // Tracking and free shipping depend on the whole order, so that two parcels are never less safe or more expensive.
  const quote = (parcel: Contents): QuotedMethod[] =>
    methods
      .filter((method) => fits(method, parcel, figures))
      .map((method) => ({ method, price: money(isFree(method, value) ? 0 : method.price.amount, currency) }))
      .sort((a, b) => a.price.amount - b.price.amount || Number(b.method.tracked) - Number(a.method.tracked));
  const whole = quote(contentsOf(items));
  const required = { trackedFrom: isLimited ? money(limit, currency) : null };
  if (whole.length === 0) return { ...required, ...(twoParcels(items, quote, currency) ?? { kind: 'contact_seller' }) };
  return { ...required, kind: 'methods', methods: whole, missingToFree: missingToFree(whole, value, limit) };
}

/** What a larger order would need for free shipping; a method that it could not be shipped by doesn't count. */
function missingToFree(quoted: readonly QuotedMethod[], value: number, limit: number): Money | null {
  const [cheapest] = quoted;
  if (!cheapest || cheapest.price.amount === 0) return null;
  const amounts = quoted.flatMap(({ method: { freeFrom, tracked } }) =>
    freeFrom !== null && (tracked || freeFrom < limit) ? [freeFrom - value] : [],
  );
  return amounts.length > 0 ? money(Math.min(...amounts), cheapest.price.currency) : null;
}

interface Contents {
  cards: number;
  slabs: number;
  value: number;
}

const contentsOf = (items: readonly ShippedItem[]): Contents =>
  items.reduce(withItem, { cards: 0, slabs: 0, value: 0 });

const withItem = ({ cards, slabs, value }: Contents, item: ShippedItem): Contents => ({
  cards: cards + (item.isSlab ? 0 : item.quantity),
  slabs: slabs + (item.isSlab ? item.quantity : 0),
  value: value + item.value * item.quantity,
});

/** First fit: the most valuable copies first, each into the first parcel that a method still takes. */
function twoParcels(items: readonly ShippedItem[], quote: (parcel: Contents) => QuotedMethod[], currency: Currency) {
  const parcels: [Contents, Contents] = [contentsOf([]), contentsOf([])];
  for (const { quantity, ...item } of [...items].sort((a, b) => b.value - a.value))
    for (let copy = 0; copy < quantity; copy++) {
      const at = parcels.findIndex((parcel) => quote(withItem(parcel, { ...item, quantity: 1 })).length > 0);
      const parcel = parcels[at];
      if (!parcel) return null;
      parcels[at] = withItem(parcel, { ...item, quantity: 1 });
    }
  const [first, second] = [quote(parcels[0])[0], quote(parcels[1])[0]];
  if (!first || !second) return null;
  const copiesIn = ({ cards, slabs }: Contents) => cards + slabs;
  return {
    kind: 'two_parcels' as const,
    parcels: [
      { ...first, copies: copiesIn(parcels[0]) },
      { ...second, copies: copiesIn(parcels[1]) },
    ] as const,
    price: money(first.price.amount + second.price.amount, currency),
  };
}

const isFree = ({ freeFrom }: ShippingMethod, value: number) => freeFrom !== null && value >= freeFrom;

function fits(method: ShippingMethod, { cards, slabs, value }: Contents, figures: ShippingFigures): boolean {
  const grams = cards * figures.gramsPerCard + slabs * figures.gramsPerSlab;
  return (
    isWithin(cards, method.maxCards) &&
    isWithin(slabs, method.maxSlabs) &&
    isWithin(grams, method.maxGrams) &&
    isWithin(value, method.maxValue)
  );
}

const isWithin = (amount: number, most: number | null) => most === null || amount <= most;
