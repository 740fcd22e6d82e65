import { dearestPost } from '#features/offers/index.server.ts';
import { quoteFromTables, type TableQuote } from '#features/shipping/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { isCollected } from '../../checkout/ship-to.ts';
import {
  type OrderedCopies,
  type OrderShipping,
  offeredMethods,
  type Parcel,
  type ShippedTo,
} from './order-shipping.ts';
import { findSellerRecords } from './seller-records.server.ts';

/**
 * How an order of each of these sellers can be shipped: by the seller's table, else by the methods of their listings.
 * The number of queries is the same for any number of sellers.
 */
export async function shippingFor(
  db: Db,
  parcels: readonly Parcel[],
  { country, currency }: ShippedTo,
): Promise<Map<string, OrderShipping>> {
  return (await readShipping(db, parcels, currency))(country);
}

/** The same for any country, without a further query. */
export async function readShipping(
  db: Db,
  parcels: readonly Parcel[],
  currency: Currency,
): Promise<(country: string | null) => Map<string, OrderShipping>> {
  const shipments = parcels.map(({ sellerId, items }) => ({ sellerId, items, currency }));
  const tables = await quoteFromTables(db, shipments, (sellerIds) => findSellerRecords(db, sellerIds));
  return (country) =>
    new Map(
      parcels.map((parcel) => {
        const table = tables.get(parcel.sellerId);
        return [parcel.sellerId, table ? shippingByTable(table, country) : shippingByListings(parcel, country)];
      }),
    );
}

function shippingByTable({ version, sendsFrom, shipDays, quoteTo }: TableQuote, country: string | null): OrderShipping {
  const quote = quoteTo(country);
  const { trackedFrom } = quote;
  if (quote.kind === 'contact_seller') return { kind: quote.kind, trackedFrom };
  const missingToFree = quote.kind === 'methods' ? quote.missingToFree : null;
  const methods = offeredMethods(quote);
  return { kind: 'methods', methods, shipDays, sendsFrom, tableVersion: version, missingToFree, trackedFrom };
}

/** One parcel, by the methods of the listing whose cheapest one costs most. They are the same for all countries. */
function shippingByListings({ items: [first, ...others] }: Parcel, country: string | null): OrderShipping {
  if (country !== null && !isCollected(country)) return { kind: 'contact_seller', trackedFrom: null };
  const sent = ({ ownMethods }: OrderedCopies) => ({ shipping: ownMethods });
  const { shipping } = dearestPost([sent(first), ...others.map(sent)]);
  const methods = shipping
    .map(({ name, price, tracked }) => ({ name, price, tracked, parcels: 1 as const, needsPhone: false }))
    .sort((a, b) => a.price.amount - b.price.amount);
  return {
    kind: 'methods',
    methods,
    shipDays: null,
    sendsFrom: null,
    tableVersion: null,
    missingToFree: null,
    trackedFrom: null,
  };
}
