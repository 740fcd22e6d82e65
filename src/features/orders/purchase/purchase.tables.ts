import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { CollectedCountry } from '../checkout/ship-to.ts';
import { purchaseModes, purchaseStatuses } from './purchase.process.ts';

/** What is paid: one payment page and one payment, for an order of each seller. */
export const purchase = pgTable('purchase', {
  id: text('id').primaryKey(),
  buyerId: text('buyer_id').notNull(),
  status: text('status', { enum: purchaseStatuses }).notNull(),
  mode: text('mode', { enum: purchaseModes }).notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  itemsAmount: whole('items_amount').notNull(),
  shippingAmount: whole('shipping_amount').notNull(),
  totalAmount: whole('total_amount').notNull(),
  holdExpiresAt: time('hold_expires_at').notNull(),
  /**
   * Which of the buyer's slots for unpaid purchases it was placed in; no two open ones share one (`purchase_hold_slot`).
   */
  holdSlot: smallint('hold_slot'),
  idempotencyKey: text('idempotency_key').notNull(),
  /** Where the payment page takes an address, if its shipping price is not for all countries. */
  shipTo: text('ship_to').array().$type<CollectedCountry[]>(),
  sessionId: text('session_id'),
  sessionUrl: text('session_url'),
  sessionExpiresAt: time('session_expires_at').notNull(),
  paymentIntentId: text('payment_intent_id'),
  /** Stripe's charge, from which transfers to sellers are made. */
  chargeId: text('charge_id'),
  capturedAmount: whole('captured_amount').notNull().default(0),
  capturedAt: time('captured_at'),
  chargebackReading: whole('chargeback_reading').notNull().default(0),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type PurchaseRow = typeof purchase.$inferSelect;

/** What a chargeback takes of each order of its purchase. */
export const chargebackPart = pgTable(
  'chargeback_part',
  {
    chargebackId: text('chargeback_id').notNull(),
    orderId: text('order_id').notNull(),
    amount: whole('amount').notNull(),
    /** What the bank has taken and is booked; 0 for an inquiry, and once the bank has returned it. */
    takenAmount: whole('taken_amount').notNull().default(0),
    /** What the market bears of the taken amount: the seller keeps it. */
    coveredAmount: whole('covered_amount').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chargebackId, table.orderId] })],
);
