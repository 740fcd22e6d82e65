import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { time, updatedAt } from '#platform/db/columns.ts';

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
