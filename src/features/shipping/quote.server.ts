import type { Db } from '#platform/db/db.ts';
import { figuresInForce } from './figures/figures.server.ts';
import { quoteShipping, type Shipment, type ShippingQuote } from './model/quote.rules.ts';
import type { SellerRecord } from './model/shipping.rules.ts';
import { findTables } from './shipping.queries.server.ts';

/** Quotes by country from a seller's table, with the version of the table. */
export interface TableQuote {
  version: number;
  sendsFrom: string;
  shipDays: number;
  quoteTo(country: string | null): ShippingQuote;
}

/** What one seller ships in one order. */
export type SellerShipment = Pick<Shipment, 'items' | 'currency'> & { sellerId: string };

/**
 * Quotes by country an order of each of these sellers, from their tables. `recordsOf` reads what is known of those who have one. A
 * seller without a table is absent: their listings have their own methods.
 */
export async function quoteFromTables(
  db: Db,
  shipments: readonly SellerShipment[],
  recordsOf: (sellerIds: readonly string[]) => Promise<ReadonlyMap<string, SellerRecord>>,
): Promise<Map<string, TableQuote>> {
  const tables = await findTables(
    db,
    shipments.map(({ sellerId }) => sellerId),
  );
  if (tables.size === 0) return new Map();
  const figures = await figuresInForce(db);
  const records = await recordsOf([...tables.keys()]);
  return new Map(
    shipments.flatMap(({ sellerId, ...shipment }) => {
      const table = tables.get(sellerId);
      if (!table) return [];
      const { version, sendsFrom, shipDays, methods } = table;
      const seller = records.get(sellerId) ?? unknownSeller;
      const quoteTo = (country: string | null) => quoteShipping(methods, { ...shipment, country, seller }, figures);
      return [[sellerId, { version, sendsFrom, shipDays, quoteTo }]];
    }),
  );
}

const unknownSeller: SellerRecord = { deliveredOrders: 0, parcels: 0, lostParcels: 0 };
