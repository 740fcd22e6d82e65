import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { HeldStock } from '#features/listings/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import { offerSides, offerStatuses, reservationStates } from './offer.process.ts';
import type { OfferNote } from './offer.texts.ts';

export const offer = pgTable('offer', {
  id: text('id').primaryKey(),
  listingId: text('listing_id').notNull(),
  buyerId: text('buyer_id').notNull(),
  sellerId: text('seller_id').notNull(),
  title: text('title').notNull(),
  /** For one copy. */
  amount: whole('amount').notNull(),
  /** The listing's price when this was offered. */
  askedAmount: whole('asked_amount').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  message: text('message'),
  madeBy: text('made_by', { enum: offerSides }).notNull(),
  status: text('status', { enum: offerStatuses }).notNull(),
  counterOf: text('counter_of'),
  /** Joins the lines of an offer for several listings; null where it is for one. */
  basketId: text('basket_id'),
  /** Among those lines, from 0. */
  place: smallint('place').notNull().default(0),
  /** Copies, in an offer for several listings; 1 in all others. */
  quantity: integer('quantity').notNull().default(1),
  /** The version of the listing that was offered for: an acceptance is of what it said then. */
  listingVersion: whole('listing_version').notNull(),
  expiresAt: time('expires_at').notNull(),
  /** The waiting time, without vacations of its seller; null for offers from before vacations existed. */
  waitsMs: whole('waits_ms'),
  byRule: boolean('by_rule').notNull().default(false),
  declineReason: text('decline_reason'),
  /** The app's reason, where no person answered: a code, or the text that an earlier release stored. */
  note: text('note').$type<OfferNote>(),
  buyerCleared: boolean('buyer_cleared').notNull().default(false),
  sellerCleared: boolean('seller_cleared').notNull().default(false),
  promise: text('promise', { enum: reservationStates }),
  payBy: time('pay_by'),
  /** The reserved items as they were at the acceptance; the order is about these. */
  held: jsonb('held').$type<HeldStock>(),
  orderId: text('order_id'),
  /** The network of an offer that a rule accepted, as a keyed hash; deleted after a month. */
  network: text('network'),
  /** Accepted, and its buyer let the time pass. */
  isUnpaid: boolean('is_unpaid').notNull().default(false),
  decidedAt: time('decided_at'),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type OfferRow = typeof offer.$inferSelect;
