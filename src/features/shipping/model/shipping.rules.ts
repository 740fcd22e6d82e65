import type { Currency, Money } from '#kernel/numbers/money.ts';
import { isEuCountry } from '#kernel/text/eu-countries.ts';

/** The figures of shipping, which the host sets. Amounts are minor units of the currency of each order. */
export interface ShippingFigures {
  /** Orders of this value or more are shipped with tracking. */
  trackedFrom: number;
  /** The same for new sellers, and for sellers whose parcels are often lost. */
  trackedFromForNew: number;
  /** A seller with fewer delivered orders is new. */
  newUnderOrders: number;
  /** Hundredths of a percent: 200 is 2%. */
  lossBasisPoints: number;
  /** Parcels from which the share of lost ones counts. */
  lossFromParcels: number;
  gramsPerCard: number;
  /** A graded card in its case. */
  gramsPerSlab: number;
  /** Days that a tracked parcel is on its way, inside the country and to another one. */
  transitHomeDays: number;
  transitAbroadDays: number;
  /** A tracked parcel can be reported as not arrived this many days after its time on the way. */
  trackedWaitDays: number;
  /** One without tracking, this many days after it was shipped. */
  untrackedHomeDays: number;
  untrackedAbroadDays: number;
  /** The most that the market bears of an untracked order that did not arrive; 0: the seller bears all of it. */
  untrackedCover: number;
  /** The most that the market bears of a payment dispute for fraud about a tracked, delivered order; 0: nothing. */
  fraudCover: number;
}

/** In force until the host sets others. */
export const firstFigures: ShippingFigures = {
  trackedFrom: 2_500,
  trackedFromForNew: 1_000,
  newUnderOrders: 10,
  lossBasisPoints: 200,
  lossFromParcels: 20,
  gramsPerCard: 2,
  gramsPerSlab: 150,
  transitHomeDays: 3,
  transitAbroadDays: 10,
  trackedWaitDays: 7,
  untrackedHomeDays: 14,
  untrackedAbroadDays: 21,
  untrackedCover: 0,
  fraudCover: 0,
};

export const tableLimits = {
  methods: 30,
  name: 60,
  shipDays: 7,
  maxPrice: 100_000,
  maxValue: 100_000_000,
  maxCount: 100_000,
  /** An order counts as delivered after these days, so that it can be reported as not arrived by then. */
  reportDays: 21,
  note: 200,
} as const;

/** Working days until a paid order is shipped, before the seller chooses others. */
export const firstShipDays = 2;

export const world = 'world';
export const europeanUnion = 'EU';

/** A shipping method of a seller; a limit that is null is none. */
export interface ShippingMethod {
  /** A country (ISO 3166), `EU` or `world`. */
  destination: string;
  name: string;
  tracked: boolean;
  maxCards: number | null;
  maxSlabs: number | null;
  maxGrams: number | null;
  /** Of the cards, in the currency of the price. */
  maxValue: number | null;
  price: Money;
  /** Free of charge from this price of the cards. */
  freeFrom: number | null;
  /** The buyer's phone number is handed on to the carrier. */
  needsPhone: boolean;
}

/** Copies in an order. */
export interface ShippedItem {
  isSlab: boolean;
  /** Of one, in minor units of the order's currency. */
  value: number;
  quantity: number;
}

/** What is known of a seller's parcels. */
export interface SellerRecord {
  deliveredOrders: number;
  parcels: number;
  lostParcels: number;
}

/** The destinations of a country, the most exact first. */
export function destinationsOf(country: string): string[] {
  return isEuCountry(country) ? [country, europeanUnion, world] : [country, world];
}

/** The methods to a country in a currency: those of the most exact destination that has any. */
export function methodsTo(
  table: readonly ShippingMethod[],
  country: string,
  currency: Currency,
): readonly ShippingMethod[] {
  const inCurrency = table.filter(({ price }) => price.currency === currency);
  for (const destination of destinationsOf(country)) {
    const methods = inCurrency.filter((method) => method.destination === destination);
    if (methods.length > 0) return methods;
  }
  return [];
}

/** The methods in a currency to each destination; at least one list, which is empty where there are none. */
export function methodsByDestination(
  table: readonly ShippingMethod[],
  currency: Currency,
): readonly [readonly ShippingMethod[], ...(readonly ShippingMethod[])[]] {
  const inCurrency = table.filter(({ price }) => price.currency === currency);
  const [first = [], ...others] = Map.groupBy(inCurrency, ({ destination }) => destination).values();
  return [first, ...others];
}

/** The value from which this seller's orders are shipped with tracking. */
export function trackedFrom(figures: ShippingFigures, { deliveredOrders, parcels, lostParcels }: SellerRecord): number {
  const isNew = deliveredOrders < figures.newUnderOrders;
  const losesMany = parcels >= figures.lossFromParcels && lostParcels * 10_000 > parcels * figures.lossBasisPoints;
  return isNew || losesMany ? figures.trackedFromForNew : figures.trackedFrom;
}
