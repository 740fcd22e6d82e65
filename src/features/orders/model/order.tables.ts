import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Fee } from '#features/fees/words.ts';
import type { ListingSnapshot } from '#features/listings/index.server.ts';
import type { SellerTerms } from '#features/traders/contract.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { TextParams } from '#kernel/text/coded-text.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { Address } from '../contract.ts';
import { orderMovers, orderStatuses } from './order.process.ts';
import { disputeReasons, refundCauses, refundStates } from './order.rules.ts';
import type { CancelCode } from './order.texts.ts';
import { selfBuyingSigns } from './self-buying.rules.ts';

export const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  /** What it is paid with. The database takes null for one release, while an older process places an order. */
  purchaseId: text('purchase_id').notNull(),
  buyerId: text('buyer_id').notNull(),
  sellerId: text('seller_id').notNull(),
  status: text('status', { enum: orderStatuses }).notNull(),
  version: whole('version').notNull().default(1),
  currency: text('currency').$type<Currency>().notNull(),
  itemsAmount: whole('items_amount').notNull(),
  shippingAmount: whole('shipping_amount').notNull(),
  totalAmount: whole('total_amount').notNull(),
  shippingName: text('shipping_name'),
  shippingTracked: boolean('shipping_tracked').notNull().default(false),
  /** One or two. */
  shippingParcels: smallint('shipping_parcels').$type<1 | 2>().notNull().default(1),
  /** ISO 3166; null where the seller had no shipping table. */
  shipsFrom: text('ships_from'),
  holdExpiresAt: time('hold_expires_at').notNull(),
  paidAt: time('paid_at'),
  statusSince: time('status_since').notNull(),
  address: jsonb('address').$type<Address>(),
  carrier: text('carrier'),
  trackingNumber: text('tracking_number'),
  /** A member's words; `cancelCode` where the app ended the order. */
  cancelReason: text('cancel_reason'),
  cancelCode: text('cancel_code').$type<CancelCode>(),
  disputeReason: text('dispute_reason', { enum: disputeReasons }),
  disputeText: text('dispute_text'),
  /** From when on it can be reported as not arrived; null before it is shipped, and in older orders. */
  reportMissingFrom: time('report_missing_from'),
  /** When a side requested a decision on the reported problem. */
  decisionAskedAt: time('decision_asked_at'),
  /** A code of `attentionTexts`, or the text that an earlier release stored. */
  attention: text('attention'),
  attentionParams: jsonb('attention_params').$type<TextParams>(),
  buyerRead: boolean('buyer_read').notNull().default(true),
  sellerRead: boolean('seller_read').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type OrderRow = typeof orders.$inferSelect;

/** Terms in force when the order was placed, beside the listing's snapshot; absent in older orders. */
export interface Agreed {
  /** The seller's legal identity, as shown to the buyer. */
  soldBy?: SellerTerms;
  /** The marketplace fee of the order, and the fee that it was computed by. */
  fee?: Fee & { amount: number };
}

export const orderItem = pgTable(
  'order_item',
  {
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    listingId: text('listing_id').notNull(),
    title: text('title').notNull(),
    quantity: integer('quantity').notNull(),
    priceAmount: whole('price_amount').notNull(),
    snapshot: jsonb('snapshot').$type<ListingSnapshot & Agreed>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
export type OrderItemRow = typeof orderItem.$inferSelect;

/** The number of an order's items, where only its first one is joined. */
export const itemsOfOrder = sql<number>`(select count(*)::int from order_item i where i.order_id = ${orders.id})`;

export const orderPhoto = pgTable('order_photo', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  placeholder: text('placeholder').notNull(),
  sha256: text('sha256').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: createdAt(),
});
export type OrderPhotoRow = typeof orderPhoto.$inferSelect;

export const orderHistory = pgTable('order_history', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  status: text('status', { enum: orderStatuses }).notNull(),
  at: time('at').notNull(),
  by: text('by', { enum: orderMovers }).notNull(),
  actorId: text('actor_id'),
  /** A person's words; they follow the sentence of `noteCode`, if there is one. */
  note: text('note'),
  noteCode: text('note_code'),
  noteParams: jsonb('note_params').$type<TextParams>(),
});
export type OrderHistoryRow = typeof orderHistory.$inferSelect;

export const refund = pgTable('refund', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  amount: whole('amount').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  /** What the market bears of it: the seller keeps it. */
  coveredAmount: whole('covered_amount').notNull().default(0),
  cause: text('cause', { enum: refundCauses }).notNull(),
  reason: text('reason'),
  state: text('state', { enum: refundStates }).notNull(),
  stripeRefundId: text('stripe_refund_id'),
  askedBy: text('asked_by'),
  askedAt: time('asked_at').notNull(),
  doneAt: time('done_at'),
  /** Stripe's word for why it failed. */
  failure: text('failure'),
  failedAt: time('failed_at'),
  /** The failed refund that this one is the new try of. */
  retryOf: text('retry_of'),
  /** For which items of the order; null names none, and is about all of them. */
  positions: smallint('positions').array(),
});
export type RefundRow = typeof refund.$inferSelect;

/** A chargeback of a purchase by the buyer's bank; a dispute at Stripe. `chargeback_part` splits it over its orders. */
export const chargeback = pgTable('chargeback', {
  /** Stripe's own. */
  id: text('id').primaryKey(),
  purchaseId: text('purchase_id').notNull(),
  /** Stripe's word. */
  status: text('status').notNull(),
  reason: text('reason').notNull(),
  /** In the purchase's currency. */
  amount: whole('amount').notNull(),
  /** Stripe would still make a refund: it is only an inquiry. */
  isRefundable: boolean('is_refundable').notNull(),
  /** What the bank has taken and is booked; 0 for an inquiry, and once the bank has returned it. */
  takenAmount: whole('taken_amount').notNull().default(0),
  bookings: integer('bookings').notNull().default(0),
  /** Null where the bank takes no answer. */
  evidenceDueAt: time('evidence_due_at'),
  openedAt: time('opened_at').notNull(),
  closedAt: time('closed_at'),
  reading: whole('reading').notNull(),
  readAt: time('read_at').notNull(),
  /** The evidence that an admin sent, in Stripe's fields. */
  evidence: jsonb('evidence').$type<Record<string, string>>(),
  /** Stripe's id of the file that goes with it, once it is uploaded. */
  evidenceFile: text('evidence_file'),
  /** The status that it answers. */
  evidenceFor: text('evidence_for'),
  evidenceBy: text('evidence_by'),
  evidenceAskedAt: time('evidence_asked_at'),
  evidenceSentAt: time('evidence_sent_at'),
  /** Stripe's word for why it did not take it. */
  evidenceFailure: text('evidence_failure'),
});
export type ChargebackRow = typeof chargeback.$inferSelect;

/** A bank's warning that a payment may be fraud, before a chargeback. */
export const fraudWarning = pgTable('fraud_warning', {
  /** Stripe's own. */
  id: text('id').primaryKey(),
  purchaseId: text('purchase_id').notNull(),
  fraudType: text('fraud_type').notNull(),
  isActionable: boolean('is_actionable').notNull(),
  warnedAt: time('warned_at').notNull(),
  /** When an admin checked the payment and let the order go on. */
  clearedAt: time('cleared_at'),
});

/**
 * The pause of a buyer, or of a network (`network HASH`): until when they can hold no copies of a listing, or of any
 * where `listingId` is empty.
 */
export const holdPause = pgTable(
  'hold_pause',
  { buyerId: text('buyer_id').notNull(), listingId: text('listing_id').notNull(), until: time('until').notNull() },
  (table) => [primaryKey({ columns: [table.buyerId, table.listingId] })],
);

/** The network that an order was placed from, as a keyed hash; for a month. */
export const orderOrigin = pgTable('order_origin', {
  orderId: text('order_id').primaryKey(),
  network: text('network').notNull(),
  at: time('at').notNull(),
});

/** A member's payment cards and shipping addresses, as keyed hashes, to compare later ones with. */
export const buyerTrace = pgTable(
  'buyer_trace',
  {
    memberId: text('member_id').notNull(),
    kind: text('kind', { enum: ['card', 'address'] }).notNull(),
    hash: text('hash').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.hash] })],
);

/** The signals that buyer and seller of an order are one person. */
export const orderSign = pgTable(
  'order_sign',
  {
    orderId: text('order_id').notNull(),
    kind: text('kind', { enum: selfBuyingSigns }).notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.kind] })],
);
