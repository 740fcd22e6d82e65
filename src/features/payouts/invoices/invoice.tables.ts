import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { time, whole } from '#platform/db/columns.ts';
import { invoiceKinds } from './invoice-kinds.ts';

/** The fee of an order, tax included, in minor units; on a credit note what was returned of it. */
export interface InvoiceLine {
  orderId: string;
  amount: number;
}

/** The next number. Locked until the invoice is stored: no number is left out or given twice. */
export const invoiceSeries = pgTable('invoice_series', {
  name: text('name').primaryKey(),
  /** Invoices with numbers before this one were deleted at the end of their retention. */
  first: whole('first').notNull().default(1),
  next: whole('next').notNull(),
});

/** Invoices of selling fees, and credit notes for fees that were returned. Rows are never changed (trigger). */
export const invoice = pgTable('invoice', {
  id: text('id').primaryKey(),
  number: text('number').notNull(),
  kind: text('kind', { enum: invoiceKinds }).notNull(),
  /** The invoice that a credit note corrects. */
  corrects: text('corrects'),
  sellerId: text('seller_id').notNull(),
  /** Of the fees, in UTC: `2026-11`. */
  month: text('month').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  net: whole('net').notNull(),
  tax: whole('tax').notNull(),
  taxBasisPoints: integer('tax_basis_points').notNull(),
  taxName: text('tax_name').notNull(),
  note: text('note'),
  lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
  /** Names and addresses as printed, line by line. */
  issuer: jsonb('issuer').$type<string[]>().notNull(),
  recipient: jsonb('recipient').$type<string[]>().notNull(),
  issuedAt: time('issued_at').notNull(),
});
export type InvoiceRow = typeof invoice.$inferSelect;
