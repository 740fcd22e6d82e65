import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
  updatedAt: time('updated_at').notNull(),
});
