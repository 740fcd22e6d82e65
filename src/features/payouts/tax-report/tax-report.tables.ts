import { date, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';
import { taxPayerKinds } from './tax-report.rules.ts';

/** What is reported of a seller to the tax authority, and when the seller was asked for it. */
export const taxDetails = pgTable('tax_details', {
  sellerId: text('seller_id').primaryKey(),
  askedAt: time('asked_at'),
  reminders: smallint('reminders').notNull().default(0),
  remindedAt: time('reminded_at'),
  /** Payouts wait since then. */
  heldAt: time('held_at'),
  /** Null: not given; then all below is null. */
  givenAt: time('given_at'),
  kind: text('kind', { enum: taxPayerKinds }),
  firstName: text('first_name'),
  lastName: text('last_name'),
  birthDate: date('birth_date'),
  companyName: text('company_name'),
  registerNumber: text('register_number'),
  street: text('street'),
  postalCode: text('postal_code'),
  city: text('city'),
  /** ISO 3166, two letters. */
  country: text('country'),
  tin: text('tin'),
  /** The country that issued the TIN. */
  tinCountry: text('tin_country'),
  vatId: text('vat_id'),
});
export type TaxDetailsRow = typeof taxDetails.$inferSelect;
