import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import {
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
  country: string;
  seller: SellerRecord;
}

export interface QuotedMethod {
  method: ShippingMethod;
  price: Money;
}

export interface QuotedParcel extends QuotedMethod {
  items: readonly ShippedItem[];
}

/**
 * How an order can be shipped: methods that fit, the cheapest first; else in two parcels; else only as buyer and seller
 * agree.
 */
export type ShippingQuote =
  | { kind: 'methods'; methods: readonly QuotedMethod[] }
  | { kind: 'two_parcels'; parcels: readonly [QuotedParcel, QuotedParcel]; price: Money }
  | { kind: 'contact_seller' };

/** Quotes the shipping of an order from its seller's table. */
export function quoteShipping(
  table: readonly ShippingMethod[],
  { items, currency, country, seller }: Shipment,
  figures: ShippingFigures,
): ShippingQuote {
  const value = cardsValue(items);
  const needsTracking = value >= trackedFrom(figures, seller);
  const methods = methodsTo(table, country, currency).filter(({ tracked }) => tracked || !needsTracking);
  // Tracking and free shipping depend on the whole order, so that two parcels are never less safe or more expensive.
  const quote = (parcel: readonly ShippedItem[]): QuotedMethod[] =>
    methods
      .filter((method) => fits(method, parcel, figures))
      .map((method) => ({ method, price: money(isFree(method, value) ? 0 : method.price.amount, currency) }))
      .sort((a, b) => a.price.amount - b.price.amount || Number(b.method.tracked) - Number(a.method.tracked));
  const whole = quote(items);
  return whole.length > 0
    ? { kind: 'methods', methods: whole }
    : (twoParcels(items, quote, currency) ?? { kind: 'contact_seller' });
}

/** First fit: the most valuable copies first, each into the first parcel that a method still takes. */
function twoParcels(
  items: readonly ShippedItem[],
  quote: (parcel: readonly ShippedItem[]) => QuotedMethod[],
  currency: Currency,
): ShippingQuote | null {
  const parcels: [ShippedItem[], ShippedItem[]] = [[], []];
  for (const item of [...items].sort((a, b) => b.value - a.value)) {
    const parcel = parcels.find((each) => quote([...each, item]).length > 0);
    if (!parcel) return null;
    parcel.push(item);
  }
  const [first, second] = [quote(parcels[0])[0], quote(parcels[1])[0]];
  if (!first || !second) return null;
  return {
    kind: 'two_parcels',
    parcels: [
      { ...first, items: parcels[0] },
      { ...second, items: parcels[1] },
    ],
    price: money(first.price.amount + second.price.amount, currency),
  };
}

const isFree = ({ freeFrom }: ShippingMethod, value: number) => freeFrom !== null && value >= freeFrom;

function fits(method: ShippingMethod, items: readonly ShippedItem[], figures: ShippingFigures): boolean {
  const slabs = items.filter(({ isSlab }) => isSlab).length;
  const cards = items.length - slabs;
  const grams = cards * figures.gramsPerCard + slabs * figures.gramsPerSlab;
  return (
    isWithin(cards, method.maxCards) &&
    isWithin(slabs, method.maxSlabs) &&
    isWithin(grams, method.maxGrams) &&
    isWithin(cardsValue(items), method.maxValue)
  );
}

const isWithin = (amount: number, most: number | null) => most === null || amount <= most;

const cardsValue = (items: readonly ShippedItem[]) => items.reduce((sum, { value }) => sum + value, 0);
