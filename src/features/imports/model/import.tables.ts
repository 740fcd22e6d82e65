import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import type { Edition } from '../read/editions.ts';
import type { Columns } from '../read/formats.ts';
import { importStatuses, rowStatuses } from './import.process.ts';

/** How the rows of an import stand. */
export interface ImportCounts {
  sure: number;
  doubtful: number;
  rejected: number;
  of: number;
  listed: number;
  refused: number;
  withoutPrice: number;
  /** Of those that are doubtful for want of a finish alone. Absent where a process of before counted. */
  withoutFinish?: number;
  /** Of those that are left to list. Absent where a process of before counted. */
  withoutCondition?: number;
  unlisted: number;
  /** Absent where a process of before counted. */
  willNeedPhoto?: number;
  forSale?: number;
  needPhoto?: number;
}

export const stockImport = pgTable('stock_import', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  format: text('format').notNull(),
  status: text('status', { enum: importStatuses }).notNull(),
  notes: text('notes').array().notNull(),
  /** The file's own header. */
  header: text('header').array().notNull(),
  version: whole('version').notNull().default(1),
  /** What its listings become: live, or drafts. Null before it is committed. */
  listingStatus: text('listing_status', { enum: ['active', 'draft'] }),
  committedAt: time('committed_at'),
  /** How its rows stand while they are being listed; null where they are counted when asked for. */
  counts: jsonb('counts').$type<ImportCounts>(),
  /** When it last came on while it was listed or taken back. */
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
  /** Of every copy whose row says none. */
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
    /** As they stood in the file. */
    cells: text('cells').array().notNull().default([]),
    cardId: text('card_id'),
    candidates: text('candidates').array().notNull(),
    condition: text('condition'),
    finish: text('finish'),
    edition: text('edition').$type<Edition>(),
    isSigned: boolean('is_signed').notNull().default(false),
    isAltered: boolean('is_altered').notNull().default(false),
    isMisprint: boolean('is_misprint').notNull().default(false),
    language: text('language').notNull(),
    quantity: integer('quantity').notNull(),
    priceAmount: whole('price_amount'),
    currency: text('currency').$type<Currency>().notNull(),
    description: text('description'),
    /** What the seller wrote for themselves. */
    ownSku: text('own_sku'),
    place: text('place'),
    privateNote: text('private_note'),
    costAmount: whole('cost_amount'),
    costCurrency: text('cost_currency').$type<Currency>(),
    grading: jsonb('grading').$type<{ company: string; grade: string; certificate?: string }>(),
    isLeftOut: boolean('is_left_out').notNull(),
    notes: text('notes').array().notNull(),
    /**
     * The listing that came of it, written in the listing's own transaction: a row becomes one listing and no second.
     */
    listingId: text('listing_id'),
    /** When it came of it; null for what an older version listed. */
    listedAt: time('listed_at'),
    /** Why none came of it, or what became of it; a sentence. */
    outcome: text('outcome'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.n] })],
);
export type ImportRowRow = typeof importRow.$inferSelect;
