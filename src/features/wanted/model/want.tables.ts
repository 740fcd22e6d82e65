import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { frequencies } from '#kernel/how-often.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { WantCard } from '../contract.ts';
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
  anyPrinting: boolean('any_printing').notNull().default(false),
  withPostage: boolean('with_postage').notNull().default(true),
  quantity: integer('quantity').notNull(),
  description: text('description'),
  frequency: text('frequency', { enum: frequencies }).notNull().default('now'),
  status: text('status', { enum: wantStatuses }).notNull(),
  expiresAt: time('expires_at').notNull(),
  /** The key of `wanted.rules.ts` in the index. Null in a row of an older release. */
  sought: text('sought'),
  /** An admin hid it from all members but its owner. */
  hiddenAt: time('hidden_at'),
  hiddenBy: text('hidden_by'),
  hiddenReason: text('hidden_reason'),
  /** Its status before it was hidden. */
  hiddenFrom: text('hidden_from', { enum: wantStatuses }),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type WantRow = typeof want.$inferSelect;

/** A copy for sale that meets a want; while `endedAt` is null. */
export const wantMatch = pgTable(
  'want_match',
  {
    wantId: text('want_id').notNull(),
    listingId: text('listing_id').notNull(),
    listingVersion: whole('listing_version').notNull(),
    at: time('at').notNull(),
    endedAt: time('ended_at'),
    /** When its owner was notified, or `alerts` took it to notify. */
    toldAt: time('told_at'),
    /** Set where its owner saw it on the page when they posted or changed the want: no email follows. */
    mailedAt: time('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.wantId, table.listingId] })],
);

/** How many copies an order took off a want. */
export const wantFill = pgTable(
  'want_fill',
  {
    wantId: text('want_id').notNull(),
    orderId: text('order_id').notNull(),
    copies: integer('copies').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.wantId, table.orderId] })],
);
