import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time, updatedAt, whole } from '#platform/db/columns.ts';
import { marketTextNames } from './text.rules.ts';

/** The fees, each with its start. Rows are never changed: a new one follows. */
export const marketFee = pgTable('market_fee', {
  id: text('id').primaryKey(),
  basisPoints: integer('basis_points').notNull(),
  fixedAmount: integer('fixed_amount').notNull(),
  /** Why, read by everybody. */
  note: text('note'),
  by: text('by').notNull(),
  since: time('since').notNull(),
});

export const marketText = pgTable('market_text', {
  name: text('name', { enum: marketTextNames }).primaryKey(),
  text: text('text').notNull(),
  version: whole('version').notNull().default(1),
  updatedAt: updatedAt(),
});
