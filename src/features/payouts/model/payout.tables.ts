import { jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { time, updatedAt, whole } from '#platform/db/columns.ts';
import { pauseReasons, payoutStates, reversalStates, transferStates } from './payout.states.ts';
import type { PayoutFigures } from './payout-rule.ts';

/** The rules of payouts, each with its start. Rows are never changed: a new one follows. */
export const payoutRule = pgTable('payout_rule', {
  id: text('id').primaryKey(),
  figures: jsonb('figures').$type<Partial<PayoutFigures>>().notNull(),
  by: text('by').notNull(),
  since: time('since').notNull(),
});

/** The money of each paid order, from its payment to its transfer. Amounts are in the ledger. */
export const orderPayout = pgTable('order_payout', {
  orderId: text('order_id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  state: text('state', { enum: payoutStates }).notNull(),
  /** From the delivery to the release. Null: when the buyer confirms, else when the order completes. */
  holdDays: smallint('hold_days'),
  paidAt: time('paid_at').notNull(),
  deliveredAt: time('delivered_at'),
  dueAt: time('due_at'),
  /** When the release is tried next. */
  checkAt: time('check_at'),
  pausedReason: text('paused_reason', { enum: pauseReasons }),
  pausedUntil: time('paused_until'),
  /** When its seller was emailed that it is held for long. */
  toldAt: time('told_at'),
  /** When an admin released it before its time. */
  decidedAt: time('decided_at'),
  readyAt: time('ready_at'),
  sentAt: time('sent_at'),
  updatedAt: updatedAt(),
});
export type OrderPayoutRow = typeof orderPayout.$inferSelect;

/** Money of an order on its way to the seller's account at Stripe. Booked when it is claimed. */
export const transfer = pgTable('transfer', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  sellerId: text('seller_id').notNull(),
  /** The seller's account at Stripe. */
  accountId: text('account_id').notNull(),
  amount: whole('amount').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  state: text('state', { enum: transferStates }).notNull(),
  stripeTransferId: text('stripe_transfer_id'),
  /** The payment on the seller's account that it made. */
  destinationPayment: text('destination_payment'),
  /** The latest of Stripe's payouts that took its money to the seller's bank. */
  bankPayoutId: text('bank_payout_id'),
  claimedAt: time('claimed_at').notNull(),
  /** Before Stripe was first asked: from then on it may have been made. */
  calledAt: time('called_at'),
  sentAt: time('sent_at'),
  /** Stripe's word for why it was refused, or a pause that came before the call. */
  failure: text('failure'),
});
export type TransferRow = typeof transfer.$inferSelect;

/** Money of a transfer that is taken back, after a refund or chargeback that came later. */
export const transferReversal = pgTable('transfer_reversal', {
  id: text('id').primaryKey(),
  transferId: text('transfer_id').notNull(),
  orderId: text('order_id').notNull(),
  amount: whole('amount').notNull(),
  state: text('state', { enum: reversalStates }).notNull(),
  stripeId: text('stripe_id'),
  claimedAt: time('claimed_at').notNull(),
  calledAt: time('called_at'),
  doneAt: time('done_at'),
  failure: text('failure'),
});
export type TransferReversalRow = typeof transferReversal.$inferSelect;
