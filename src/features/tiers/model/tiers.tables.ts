import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time, updatedAt, whole } from '#platform/db/columns.ts';

export const subscription = pgTable('subscription', {
  userId: text('user_id').primaryKey(),
  status: text('status').notNull().default('none'),
  currentPlan: text('current_plan'),
  stripeSubscriptionId: text('stripe_subscription_id'),
  stripeCustomerId: text('stripe_customer_id'),
  startDate: time('start_date'),
  endDate: time('end_date'),
  renewalDate: time('renewal_date'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  manuallyUpdated: boolean('manually_updated').notNull().default(false),
  tier: text('tier', { enum: ['free', 'premium'] })
    .notNull()
    .default('free'),
  updatedAt: updatedAt(),
});

/** A bank case of a premium payment, as last read from Stripe. */
export const bankCase = pgTable('premium_bank_case', {
  /** Stripe's own, of the dispute or of the warning. */
  id: text('id').primaryKey(),
  kind: text('kind', { enum: ['chargeback', 'fraud_warning'] }).notNull(),
  /** Null once the member has gone. */
  userId: text('user_id'),
  customerId: text('customer_id').notNull(),
  /** Stripe's word of a chargeback; of a warning its kind of fraud. */
  status: text('status').notNull(),
  /** The amount of the chargeback, in whole minor units; for a chargeback alone, as the two below. */
  amount: whole('amount'),
  /** In Stripe's spelling. */
  currency: text('currency'),
  /** Null where the bank takes no answer. */
  answerDueAt: time('answer_due_at'),
  openedAt: time('opened_at').notNull(),
  /** A bank has decided, or nothing is left to be done about its warning. */
  closedAt: time('closed_at'),
  reading: integer('reading').notNull(),
});
export type BankCase = typeof bankCase.$inferSelect;
