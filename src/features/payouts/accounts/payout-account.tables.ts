import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { Requirement } from '#platform/payments/connect/connect.ts';
import { accountStates } from './account-state.rules.ts';

/** A seller's account at Stripe, as last read. */
export const payoutAccount = pgTable('payout_account', {
  sellerId: text('seller_id').primaryKey(),
  /** Null until Stripe has answered. */
  stripeAccountId: text('stripe_account_id').unique(),
  country: text('country').notNull(),
  /** The address that Stripe was given: the seller's, when they started. Empty once the seller has gone. */
  email: text('email').notNull(),
  state: text('state', { enum: accountStates }).notNull(),
  /** Null before the first reading, and once the seller has gone. */
  requirements: jsonb('requirements').$type<Requirement[]>(),
  deadlineAt: time('deadline_at'),
  /** Of the last bank account: another one means that it was changed. */
  bankPrint: text('bank_print'),
  bankChangedAt: time('bank_changed_at'),
  pausedUntil: time('paused_until'),
  /** The number of the newest reading that was started, and of the one that is stored. */
  reading: whole('reading').notNull().default(0),
  readNumber: whole('read_number').notNull().default(0),
  readAt: time('read_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type PayoutAccountRow = typeof payoutAccount.$inferSelect;
