import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Edition } from '#features/catalogue/words.ts';
import { copyFlags } from '#features/catalogue/words.ts';
import type { ShippingOption } from '#features/listings/contract.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { TextParams } from '#kernel/text/coded-text.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import type { Columns } from '../read/formats.ts';
import { importStatuses, rowStatuses } from './import.process.ts';
import type { Note } from './note.texts.ts';

/** The numbers of an import's rows by status. */
export interface ImportCounts {
  sure: number;
  doubtful: number;
  rejected: number;
  of: number;
  listed: number;
  refused: number;
  withoutPrice: number;
  /** Absent in rows of an older release. */
  withoutShipping?: number;
  /** Of the doubtful rows, those that only lack a finish. Absent in rows of an older release. */
  withoutFinish?: number;
  /** Of the rows left to list. Absent in rows of an older release. */
  withoutCondition?: number;
  unlisted: number;
  /** Absent in rows of an older release. */
  willNeedPhoto?: number;
  forSale?: number;
  drafts?: number;
  needPhoto?: number;
}

export const stockImport = pgTable('stock_import', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  /** Null for pasted text, and for an import of an older release. */
  fileName: text('file_name'),
  format: text('format').notNull(),
  status: text('status', { enum: importStatuses }).notNull(),
  noteCodes: jsonb('note_codes').$type<Note[]>().notNull().default([]),
  /** Sentences that an earlier release stored. */
  notes: text('notes').array().notNull(),
  /** The file's own header. */
  header: text('header').array().notNull(),
  version: whole('version').notNull().default(1),
  /** The status of its listings: live, or drafts. Null before the commit. */
  listingStatus: text('listing_status', { enum: ['active', 'draft'] }),
  committedAt: time('committed_at'),
  /** The counts while it is being listed; null where they are counted for each request. */
  counts: jsonb('counts').$type<ImportCounts>(),
  /** When its listing or its undo last made progress. */
  touchedAt: time('touched_at'),
  createdAt: createdAt(),
});
export type StockImportRow = typeof stockImport.$inferSelect;

export const importColumns = pgTable('stock_import_columns', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  header: text('header').array().notNull(),
  columns: jsonb('columns').$type<Columns>().notNull(),
  game: text('game'),
  currency: text('currency').$type<Currency>().notNull(),
  /** For every copy whose row has none. */
  condition: text('condition'),
  createdAt: createdAt(),
});

export const importRow = pgTable(
  'stock_import_row',
  {
    importId: text('import_id').notNull(),
    n: integer('n').notNull(),
    status: text('status', { enum: rowStatuses }).notNull(),
    said: text('said').notNull(),
    /** The cells of the file. */
    cells: text('cells').array().notNull().default([]),
    cardId: text('card_id'),
    candidates: text('candidates').array().notNull(),
    condition: text('condition'),
    finish: text('finish'),
    edition: text('edition').$type<Edition>(),
    signed: boolean('is_signed').notNull().default(false),
    altered: boolean('is_altered').notNull().default(false),
    misprint: boolean('is_misprint').notNull().default(false),
    language: text('language').notNull(),
    quantity: integer('quantity').notNull(),
    priceAmount: whole('price_amount'),
    currency: text('currency').$type<Currency>().notNull(),
    description: text('description'),
    /** The seller's private SKU. */
    ownSku: text('own_sku'),
    place: text('place'),
    privateNote: text('private_note'),
    costAmount: whole('cost_amount'),
    costCurrency: text('cost_currency').$type<Currency>(),
    grading: jsonb('grading').$type<{ company: string; grade: string; certificate?: string }>(),
    /** Set by the seller for many rows; null without it. */
    shipping: jsonb('shipping').$type<ShippingOption[]>(),
    isLeftOut: boolean('is_left_out').notNull(),
    noteCodes: jsonb('note_codes').$type<Note[]>().notNull().default([]),
    /** Sentences that an earlier release stored. */
    notes: text('notes').array().notNull(),
    /** The listing of the row, stored in the listing's transaction, so that a row is listed once. */
    listingId: text('listing_id'),
    /** When it was listed; null for a row of an older release. */
    listedAt: time('listed_at'),
    /** Why it was not listed, or what happened to it: a code, or a text of an earlier release. */
    outcome: text('outcome'),
    outcomeParams: jsonb('outcome_params').$type<TextParams>(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.n] })],
);
/** The columns of the flags in SQL. */
export const flagColumns = copyFlags.map((flag) => importRow[flag].name);
export type ImportRowRow = typeof importRow.$inferSelect;
