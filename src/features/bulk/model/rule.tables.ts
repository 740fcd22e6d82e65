import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, whole } from '#platform/db/columns.ts';
import type { RuleChoice } from '../rule.contract.ts';
import type { MarketRule } from './bulk.rules.ts';

export const bulkRule = pgTable('bulk_rule', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  name: text('name').notNull(),
  choice: jsonb('choice').$type<RuleChoice>().notNull(),
  change: jsonb('change').$type<MarketRule>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
});
export type BulkRuleRow = typeof bulkRule.$inferSelect;
