import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { WantCard } from './contract.ts';
import { wantStatuses } from './want.process.ts';

export const want = pgTable('want', {
  id: text('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  card: jsonb('card').$type<WantCard>(),
  title: text('title').notNull(),
  game: text('game').notNull(),
  lowestCondition: text('lowest_condition'),
  language: text('language'),
  finish: text('finish'),
  highestAmount: whole('highest_amount'),
  currency: text('currency').$type<Currency>(),
  quantity: integer('quantity').notNull(),
  description: text('description'),
  status: text('status', { enum: wantStatuses }).notNull(),
  expiresAt: time('expires_at').notNull(),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type WantRow = typeof want.$inferSelect;
