import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isId } from '#kernel/ids.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { unknownInvoice } from '../model/payouts.policy.ts';
import { type InvoiceRow, invoice } from './invoice.tables.ts';
import { missingNumbers } from './invoice-number.ts';
import type { MarketInvoice } from './market-invoices.contract.ts';

interface Which {
  month?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const corrected = alias(invoice, 'corrected');

/** Invoices and credit notes of all sellers, the newest first. */
export async function listMarketInvoices(db: Db, { month, cursor, limit }: Which): Promise<Page<MarketInvoice>> {
  const rows = await db
    .select({ row: invoice, corrects: corrected.number })
    .from(invoice)
    .leftJoin(corrected, eq(corrected.id, invoice.corrects))
    .where(and(month === undefined ? undefined : eq(invoice.month, month), after(cursor)))
    .orderBy(desc(invoice.issuedAt), desc(invoice.number))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, ({ row }) => [row.issuedAt.toISOString(), row.number]);
  return { items: items.map(({ row, corrects }) => present(row, corrects)), nextCursor };
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [issuedAt, number] = readCursor(cursor, cursorPart.moment, cursorPart.text);
  return sql`(${invoice.issuedAt}, ${invoice.number}) < (${issuedAt}::timestamptz, ${number})`;
}

function present(row: InvoiceRow, corrects: string | null): MarketInvoice {
  const { id, number, kind, month, issuedAt, sellerId, recipient, currency } = row;
  const [net, tax] = kind === 'invoice' ? [row.net, row.tax] : [-row.net, -row.tax];
  return {
    ...{ id, number, kind, corrects, month, sellerId },
    issuedAt: issuedAt.toISOString(),
    recipient: recipient[0] ?? '',
    net: money(net, currency),
    tax: money(tax, currency),
    total: money(net + tax, currency),
  };
}

/** An invoice of any seller. Refuses an unknown one (404). */
export async function getMarketInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const [row] = isId(id) ? await db.select().from(invoice).where(eq(invoice.id, id)) : [];
  if (!row) throw notFound(unknownInvoice);
  return row;
}

/** The sums of the invoices less those of the credit notes by currency, of a month or of all. */
export async function sumInvoices(db: Db, month: string | undefined) {
  const { rows } = await connectionOf(db).query<{ currency: Currency; count: number; net: number; tax: number }>(
    `select currency, count(*)::int as count, sum(case kind when 'invoice' then net else -net end)::bigint as net,
       sum(case kind when 'invoice' then tax else -tax end)::bigint as tax
     from invoice where $1::text is null or month = $1 group by 1 order by 1`,
    [month ?? null],
  );
  return rows.map(({ currency, count, net, tax }) => ({
    count,
    net: money(net, currency),
    tax: money(tax, currency),
    total: money(net + tax, currency),
  }));
}

/** The months that have invoices, the newest first. */
export async function listInvoiceMonths(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ month: invoice.month }).from(invoice).orderBy(desc(invoice.month));
  return rows.map(({ month }) => month);
}

const mostNamed = 20;

/** The first numbers that no invoice has. */
export async function findMissingNumbers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select missing.number ${missingNumbers} order by missing.n limit ${mostNamed}`,
  );
  return rows.map(({ number }) => number);
}
