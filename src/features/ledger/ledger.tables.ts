import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { time, whole } from '#platform/db/columns.ts';

/** Accounts, each per currency. README.md says what each holds. */
export const accounts = [
  'stripe',
  'order',
  'seller',
  'debt',
  'fee',
  'buyer_fee',
  'tax',
  'stripe_fee',
  'loss',
  'host',
] as const;
export type Account = (typeof accounts)[number];

/** What a transaction is for; the first word of its id. */
export const bookingKinds = [
  'capture',
  'fee',
  'release',
  'transfer',
  'transfer-failed',
  'reversal',
  'refund',
  'refund-failed',
  'chargeback',
  'net',
  'writeoff',
  'host',
  'opening',
  'tax',
] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** Double entry: the rows of a transaction sum to 0 in each currency. Rows are never changed or deleted. */
export const ledgerEntry = pgTable('ledger_entry', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  transactionId: text('transaction_id').notNull(),
  /** Null in rows of the release before. */
  kind: text('kind', { enum: bookingKinds }),
  account: text('account', { enum: accounts }).notNull(),
  /** In minor units: debit above 0, credit below. */
  amount: whole('amount').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  at: time('at').notNull(),
  purchaseId: text('purchase_id'),
  orderId: text('order_id'),
  sellerId: text('seller_id'),
  /** Stripe's object that moved the money. */
  stripeId: text('stripe_id'),
});

/** Sums of `seller` and `debt` for each seller, neither below 0. A trigger of `ledger_entry` writes it. */
export const sellerBalance = pgTable(
  'seller_balance',
  {
    sellerId: text('seller_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    owed: whole('owed').notNull(),
    debt: whole('debt').notNull(),
    /** Since when the debt is larger or older than the market waits for: no new listings. */
    overdueSince: time('overdue_since'),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.currency] })],
);
