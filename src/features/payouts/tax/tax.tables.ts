import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** The tax in the selling fee, each rule with its start. Rows are never changed: a new one follows. */
export const taxRule = pgTable('tax_rule', {
  id: text('id').primaryKey(),
  basisPoints: integer('basis_points').notNull(),
  name: text('name').notNull(),
  note: text('note'),
  by: text('by').notNull(),
  since: time('since').notNull(),
});
