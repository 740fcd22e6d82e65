import { Readable } from 'node:stream';
import type { Db } from '#platform/db/db.ts';
import { writeCsv } from '../model/write-csv.ts';
import type { MarketInvoice } from './market-invoices.contract.ts';
import { listMarketInvoices } from './market-invoices.server.ts';

/** How many invoices are read at a time. */
const step = 500;

/** Numbers are amounts in minor units. */
const columns: readonly (readonly [title: string, cell: (row: MarketInvoice) => string | number])[] = [
  ['Number', ({ number }) => number],
  ['Type', ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note')],
  ['Corrects', ({ corrects }) => corrects ?? ''],
  ['Issued (UTC)', ({ issuedAt }) => issuedAt.slice(0, 10)],
  ['Month', ({ month }) => month],
  ['Seller', ({ recipient }) => recipient],
  ['Seller ID', ({ sellerId }) => sellerId],
  ['Currency', ({ total }) => total.currency],
  ['Net', ({ net }) => net.amount],
  ['Tax', ({ tax }) => tax.amount],
  ['Total', ({ total }) => total.amount],
];

/** Invoices and credit notes of a month or of all as CSV, the newest first. */
export function marketInvoicesCsv(db: Db, month: string | undefined): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytesOf(db, month))) as ReadableStream<Uint8Array>;
}

async function* bytesOf(db: Db, month: string | undefined): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(writeCsv([columns.map(([title]) => title)]));
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await listMarketInvoices(db, { month, cursor, limit: step });
    if (items.length > 0) yield encoder.encode(writeCsv(items.map((row) => columns.map(([, cell]) => cell(row)))));
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
