import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
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
  /** When its job last went on. */
  movedAt: time('moved_at'),
  /** Whose run it is, and of which night; null where somebody asked. */
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
    /** As it was called then. */
    title: text('title').notNull(),
    state: text('state', { enum: rowStates }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    priceAmount: whole('price_amount').notNull(),
    /** Null where the change is not one of the price, or there is no price that it would come to. */
    newAmount: whole('new_amount'),
    /** Why it stays as it is, in words. */
    why: text('why'),
    /** What settled its price, or kept it, where a rule was asked; null for all else. */
    reason: text('reason', { enum: ruleReasons }),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.n] })],
);
export type BulkRow = typeof bulkChangeRow.$inferSelect;
