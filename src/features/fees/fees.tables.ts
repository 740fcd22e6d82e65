import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

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
