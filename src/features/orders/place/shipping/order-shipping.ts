import type { ShippingQuote } from '#features/shipping/words.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import type { ShippingChoice } from '../../model/order.rules.ts';

/** Copies of a listing in an order. */
export interface OrderedCopies {
  isSlab: boolean;
  /** Of one, in minor units. */
  value: number;
  quantity: number;
  /** The listing's own methods, which count where the seller has no table; none: the price includes shipping. */
  ownMethods: readonly ShippingChoice[];
}

/** What one seller ships in one order. */
export interface Parcel {
  sellerId: string;
  items: readonly [OrderedCopies, ...OrderedCopies[]];
}

/** Where a purchase is shipped to, and its currency. */
export interface ShippedTo {
  /** ISO 3166. Null: not known yet, for a price to start from. */
  country: string | null;
  currency: Currency;
}

export interface OfferedMethod {
  name: string;
  /** Of all parcels. */
  price: Money;
  tracked: boolean;
  parcels: 1 | 2;
  /** The buyer's phone number is handed on to the carrier. */
  needsPhone: boolean;
}

/** How an order can be shipped. */
export type OrderShipping =
  | {
      kind: 'methods';
      /** The cheapest first. None: the price of the cards includes shipping. */
      methods: readonly OfferedMethod[];
      /** Working days; null for a seller without a table. */
      shipDays: number | null;
      /** ISO 3166; null for a seller without a table. */
      sendsFrom: string | null;
      /** The version of the seller's table; null for a seller without one. */
      tableVersion: number | null;
      /** More cards for this amount would ship for free. */
      missingToFree: Money | null;
      /** The value from which this seller ships with tracking, where methods without tracking are left out for it. */
      trackedFrom: Money | null;
    }
  /** Nothing ships this order to the country. */
  | { kind: 'contact_seller'; trackedFrom: Money | null };

/** The methods of a quote; an order in two parcels has one, which is both. */
export function offeredMethods(quote: Exclude<ShippingQuote, { kind: 'contact_seller' }>): OfferedMethod[] {
  if (quote.kind === 'methods')
    return quote.methods.map(({ method: { name, tracked, needsPhone }, price }) => ({
      name,
      price,
      tracked,
      parcels: 1,
      needsPhone,
    }));
  const methods = quote.parcels.map(({ method }) => method);
  const names = [...new Set(methods.map(({ name }) => name))];
  return [
    {
      name: names.join(' + '),
      price: quote.price,
      tracked: methods.every(({ tracked }) => tracked),
      parcels: 2,
      needsPhone: methods.some(({ needsPhone }) => needsPhone),
    },
  ];
}
