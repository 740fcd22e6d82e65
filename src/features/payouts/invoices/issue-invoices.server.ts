import { and, eq, sql } from 'drizzle-orm';
import { book } from '#features/ledger/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { endOfMonth, monthOf, startOfMonth } from '../statements/month.ts';
import { taxBefore } from '../tax/tax-rule.server.ts';
import { feesOfMonth, type InvoicedMonth, listMonthsToInvoice } from './fees-of-month.server.ts';
import { draftsOf, type EarlierInvoice } from './invoice.rules.ts';
import { type InvoiceRow, invoice, invoiceSeries } from './invoice.tables.ts';
import { invoiceNumber, seriesName } from './invoice-number.ts';
import { issuerLines, recipientLines } from './invoice-parties.server.ts';

/**
 * Issues the invoices and credit notes of all months that are over. Running it again issues no more. Of one seller the
 * months follow each other, because a credit note names an earlier invoice.
 */
export async function issueInvoices(platform: Platform): Promise<void> {
  const months = await listMonthsToInvoice(platform.pool, startOfMonth(monthOf(platform.clock.now())));
  await eachApart(Map.groupBy(months, ({ sellerId }) => sellerId).values(), async (own) => {
    for (const month of own) await issueInvoicesOf(platform, month);
  });
}

/**
 * Issues the invoice and the credit notes of a seller's month in one transaction, and books the tax in them. The lock on
 * the series is the first: it keeps the numbers without a gap, and a month from being invoiced twice.
 */
export async function issueInvoicesOf(platform: Platform, month: InvoicedMonth): Promise<void> {
  await write(platform, async (tx) => {
    const [locked] = await tx.db.select().from(invoiceSeries).where(eq(invoiceSeries.name, seriesName)).for('update');
    if (!locked) throw new Error('there is no series of invoice numbers');
    if (await isInvoiced(tx.db, month)) return;
    const fees = await feesOfMonth(tx.db, month);
    const earlier = await findEarlier(tx.db, month);
    const drafts = draftsOf(fees, await taxBefore(tx.db, endOfMonth(month.month)), (orderId) => earlier.get(orderId));
    const issuer = await issuerLines({ db: tx.db, site: platform.site });
    const recipient = await recipientLines(tx.db, month.sellerId);
    const now = platform.clock.now();
    const rows = drafts.map(({ basisPoints, name, ...draft }, at): InvoiceRow => {
      const id = newId(now.getTime());
      const number = invoiceNumber(locked.next + at);
      return {
        ...draft,
        ...month,
        id,
        number,
        taxBasisPoints: basisPoints,
        taxName: name,
        issuer,
        recipient,
        issuedAt: now,
      };
    });
    if (rows.length === 0) return;
    await tx.db.insert(invoice).values(rows);
    await tx.db
      .update(invoiceSeries)
      .set({ next: locked.next + rows.length })
      .where(eq(invoiceSeries.name, seriesName));
    for (const row of rows) await bookTax(tx, row);
  });
}

async function isInvoiced(db: Db, { sellerId, currency, month }: InvoicedMonth): Promise<boolean> {
  const which = and(eq(invoice.sellerId, sellerId), eq(invoice.currency, currency), eq(invoice.month, month));
  return (await db.$count(invoice, which)) > 0;
}

/** The last invoice of each of a seller's orders. */
async function findEarlier(db: Db, { sellerId, currency }: InvoicedMonth): Promise<Map<string, EarlierInvoice>> {
  const { rows } = await connectionOf(db).query<EarlierInvoice & { orderId: string }>(
    `select line ->> 'orderId' as "orderId", i.id, i.net + i.tax as total, i.tax_basis_points as "basisPoints",
       i.tax_name as name, i.note,
       (select coalesce(sum(c.net + c.tax), 0)::bigint from invoice c where c.corrects = i.id) as credited
     from invoice i cross join jsonb_array_elements(i.lines) as line
     where i.seller_id = $1 and i.currency = $2 and i.kind = 'invoice' order by i.issued_at, i.id`,
    [sellerId, currency],
  );
  return new Map(rows.map(({ orderId, ...one }) => [orderId, one]));
}

/** The tax is not the market's: it moves from the fees to what is owed to the tax office. */
async function bookTax(tx: Tx, { id, kind, tax, currency, issuedAt }: InvoiceRow): Promise<void> {
  const owed = kind === 'invoice' ? tax : -tax;
  await book(tx, {
    id: `tax:${id}`,
    kind: 'tax',
    at: issuedAt,
    entries: [
      { account: 'fee', ...money(owed, currency) },
      { account: 'tax', ...money(-owed, currency) },
    ],
  });
}

/**
 * The sellers whose fees in the books are not what was invoiced, less what was credited, in months that were over at
 * this moment.
 */
export const unmatchedInvoices = (before: Date) => {
  const end = startOfMonth(monthOf(before));
  // Invoices are kept for five years at least (`RECORD_YEARS`).
  const start = new Date(Date.UTC(end.getUTCFullYear() - 5, 0, 1));
  return sql`from (
      select o.seller_id, e.currency, -sum(e.amount) as amount from ledger_entry e join orders o on o.id = e.order_id
      where e.account = 'fee' and e.at >= ${start} and e.at < ${end} group by 1, 2) booked
    full join (
      select seller_id, currency, sum(case kind when 'invoice' then net + tax else -net - tax end) as amount from invoice
      where month >= ${monthOf(start)} and month < ${monthOf(end)} group by 1, 2) billed using (seller_id, currency)
    where coalesce(booked.amount, 0) <> coalesce(billed.amount, 0)`;
};
