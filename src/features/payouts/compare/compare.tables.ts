import { boolean, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';

/**
 * Whose money a line of Stripe's balance is: that of orders, Stripe's own fees, the host's (memberships, payouts to the
 * bank, top-ups), or not known.
 */
export const owners = ['orders', 'stripe', 'host', 'unknown'] as const;
export type Owner = (typeof owners)[number];

/** The lines of the platform's balance at Stripe. */
export const stripeMovement = pgTable('stripe_movement', {
  id: text('id').primaryKey(),
  /** Stripe's word. */
  type: text('type').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  amount: whole('amount').notNull(),
  fee: whole('fee').notNull(),
  net: whole('net').notNull(),
  /** The object at Stripe that moved the money. */
  source: text('source'),
  /** Null until it is found out. */
  belongsTo: text('belongs_to', { enum: owners }),
  purchaseId: text('purchase_id'),
  createdAt: createdAt(),
  availableAt: time('available_at').notNull(),
});
export type MovementRow = typeof stripeMovement.$inferSelect;

/** The last comparison of each day. `available + pending = ledger + under_way + difference`. */
export const stripeDay = pgTable(
  'stripe_day',
  {
    currency: text('currency').$type<Currency>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    available: whole('available').notNull(),
    pending: whole('pending').notNull(),
    ledger: whole('ledger').notNull(),
    /** Booked and not yet moved at Stripe, or moved and not yet booked. */
    underWay: whole('under_way').notNull(),
    difference: whole('difference').notNull(),
    checkedAt: time('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
);

export const differenceKinds = ['not_booked', 'not_at_stripe', 'other_amount', 'unknown', 'rest'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What the last comparison could not explain. */
export const stripeDifference = pgTable(
  'stripe_difference',
  {
    currency: text('currency').$type<Currency>().notNull(),
    /** Stripe's object; empty for `rest`, which no object explains. */
    source: text('source').notNull(),
    kind: text('kind', { enum: differenceKinds }).notNull(),
    atStripe: whole('at_stripe').notNull(),
    booked: whole('booked').notNull(),
    /** Stripe's word for the line of its balance. */
    type: text('type'),
    purchaseId: text('purchase_id'),
    orderId: text('order_id'),
    since: time('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.source] })],
);

/** How often Stripe pays out the platform's own balance; one row. */
export const stripeSchedule = pgTable('stripe_schedule', {
  id: boolean('id').primaryKey().default(true),
  /** Stripe's word; null where it is not known. */
  payouts: text('payouts'),
  checkedAt: time('checked_at').notNull(),
});
