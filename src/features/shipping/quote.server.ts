import type { Db } from '#platform/db/db.ts';
import { figuresInForce } from './figures.server.ts';
import { quoteShipping, type Shipment, type ShippingQuote } from './model/quote.rules.ts';
import { findTable } from './shipping.queries.server.ts';

/** A quote of a seller's table, with the version of the table that it was made from. */
export interface TableQuote {
  version: number;
  sendsFrom: string;
  shipDays: number;
  quote: ShippingQuote;
}

/** Quotes an order from its seller's table; null for a seller without one, whose listings have their own methods. */
export async function quoteFromTable(db: Db, sellerId: string, shipment: Shipment): Promise<TableQuote | null> {
  const table = await findTable(db, sellerId);
  if (!table) return null;
  const { version, sendsFrom, shipDays, methods } = table;
  return { version, sendsFrom, shipDays, quote: quoteShipping(methods, shipment, await figuresInForce(db)) };
}
