import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import type { TextParams } from '#kernel/text/coded-text.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import { bulkStatuses, rowStates } from './bulk.process.ts';
import type { Change } from './bulk.rules.ts';
import { ruleReasons } from './market-rule.rules.ts';

export const bulkChange = pgTable('bulk_change', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  change: jsonb('change').$type<Change>().notNull(),
  status: text('status', { enum: bulkStatuses }).notNull(),
  version: whole('version').notNull().default(1),
  committedAt: time('committed_at'),
  /** When its job last made progress. */
  movedAt: time('moved_at'),
  /** The rule and the night of its run; null for a seller's request. */
  ruleId: text('rule_id'),
  night: text('night'),
  createdAt: createdAt(),
});
export type BulkChangeRow = typeof bulkChange.$inferSelect;

export const bulkChangeRow = pgTable(
  'bulk_change_row',
  {
    changeId: text('change_id').notNull(),
    n: integer('n').notNull(),
    listingId: text('listing_id').notNull(),
    /** The title at that time. */
    title: text('title').notNull(),
    state: text('state', { enum: rowStates }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    priceAmount: whole('price_amount').notNull(),
    /** Null where the change is not one of the price, or has no resulting price. */
    newAmount: whole('new_amount'),
    /** A sentence of an earlier release that no code stands for. */
    why: text('why'),
    /** Why it does not change, or how its price was computed. */
    whyCode: text('why_code'),
    whyParams: jsonb('why_params').$type<TextParams>(),
    /** What determined the price, or prevented a change, under a rule; null otherwise. */
    reason: text('reason', { enum: ruleReasons }),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.n] })],
);
export type BulkRow = typeof bulkChangeRow.$inferSelect;
