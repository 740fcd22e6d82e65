import { desc, eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { payoutsPolicy, unknownInvoice } from '../model/payouts.policy.ts';
import { type InvoiceRow, invoice } from './invoice.tables.ts';

/** An invoice for its seller. For everyone else it does not exist. */
export async function getInvoiceFor(db: Db, actor: Actor, id: string): Promise<InvoiceRow> {
  const [row] = isId(id) ? await db.select().from(invoice).where(eq(invoice.id, id)) : [];
  if (!row) throw notFound(unknownInvoice);
  payoutsPolicy.check(actor, 'read an invoice', row);
  return row;
}

/** The number of the invoice that a credit note corrects. */
export async function correctedNumber(db: Db, { corrects }: InvoiceRow): Promise<string | null> {
  if (corrects === null) return null;
  const [row] = await db.select({ number: invoice.number }).from(invoice).where(eq(invoice.id, corrects));
  return row?.number ?? null;
}

/** Enough for many years of months. */
const mostShown = 500;

/** A seller's invoices and credit notes, the newest first. */
export async function listInvoices(db: Db, sellerId: string) {
  const rows = await db
    .select()
    .from(invoice)
    .where(eq(invoice.sellerId, sellerId))
    .orderBy(desc(invoice.issuedAt), desc(invoice.id))
    .limit(mostShown);
  return rows.map(({ id, number, kind, month, currency, net, tax, issuedAt }) => ({
    id,
    number,
    kind,
    month,
    total: money(kind === 'invoice' ? net + tax : -net - tax, currency),
    issuedAt: issuedAt.toISOString(),
  }));
}
