import { pgTable, text } from 'drizzle-orm/pg-core';
import { updatedAt, whole } from '#platform/db/columns.ts';
import { marketTextNames } from './text.rules.ts';

/** The host's texts by name; a text that was never written has no row. */
export const marketText = pgTable('market_text', {
  name: text('name', { enum: marketTextNames }).primaryKey(),
  text: text('text').notNull(),
  version: whole('version').notNull().default(1),
  updatedAt: updatedAt(),
});
