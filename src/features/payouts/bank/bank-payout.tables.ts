import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import { bankPayoutStatuses } from './bank-payout.rules.ts';

/** Stripe's payouts to the banks of sellers, as last read. Which orders one holds: `transfer.bank_payout_id`. */
export const bankPayout = pgTable('bank_payout', {
  /** Stripe's. */
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  /** The seller's account at Stripe. */
  accountId: text('account_id').notNull(),
  amount: whole('amount').notNull(),
  /** Of the bank account; Stripe converts where the orders had another one. */
  currency: text('currency').$type<Currency>().notNull(),
  status: text('status', { enum: bankPayoutStatuses }).notNull(),
  arrivesAt: time('arrives_at').notNull(),
  /** Stripe's word for why the bank sent it back. */
  failure: text('failure'),
  /** When that was read. */
  failedAt: time('failed_at'),
  /** Whether all orders that it holds are known. */
  hasOrders: boolean('has_orders').notNull().default(false),
  /** By Stripe's schedule; else the seller started it, and Stripe names no orders of it. */
  isAutomatic: boolean('is_automatic').notNull().default(true),
  /** What a payout that the seller started took beyond the orders that it covers: the next one starts with it. */
  rest: whole('rest').notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type BankPayoutRow = typeof bankPayout.$inferSelect;
