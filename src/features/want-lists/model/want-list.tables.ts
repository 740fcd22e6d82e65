import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';

export const wantList = pgTable('want_list', {
  id: text('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  isPublic: boolean('is_public').notNull(),
  /** An admin hid it from all members but its owner. */
  hiddenAt: time('hidden_at'),
  hiddenBy: text('hidden_by'),
  hiddenReason: text('hidden_reason'),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type WantListRow = typeof wantList.$inferSelect;

/** Null means any. */
export const wantListLine = pgTable(
  'want_list_line',
  {
    listId: text('list_id').notNull(),
    n: integer('n').notNull(),
    /** Where any printing is accepted, the one that is shown. */
    cardId: text('card_id').notNull(),
    game: text('game').notNull(),
    name: text('name').notNull(),
    anyPrinting: boolean('any_printing').notNull(),
    quantity: integer('quantity').notNull(),
    /** Copies that the owner has bought. */
    bought: integer('bought').notNull().default(0),
    lowestCondition: text('lowest_condition'),
    language: text('language'),
    finish: text('finish'),
    /** The key of `wanted` by which a copy finds it. */
    sought: text('sought').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.n] })],
);
export type WantListLineRow = typeof wantListLine.$inferSelect;

/** How many copies an order marked as bought. */
export const wantListFill = pgTable(
  'want_list_fill',
  {
    listId: text('list_id').notNull(),
    n: integer('n').notNull(),
    orderId: text('order_id').notNull(),
    copies: integer('copies').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.n, table.orderId] })],
);

/** One row of a preview, as it was matched and corrected. */
export interface PreviewRow {
  row: number;
  status: 'sure' | 'doubtful' | 'rejected';
  said: string;
  cardId: string | null;
  anyPrinting: boolean;
  candidates: string[];
  quantity: number;
  lowestCondition: string | null;
  language: string | null;
  finish: string | null;
  leftOut: boolean;
  notes: string[];
}

export const wantListPreview = pgTable('want_list_preview', {
  listId: text('list_id').primaryKey(),
  format: text('format').notNull(),
  notes: text('notes').array().notNull(),
  rows: jsonb('rows').$type<PreviewRow[]>().notNull(),
  createdAt: createdAt(),
});
export type WantListPreviewRow = typeof wantListPreview.$inferSelect;
