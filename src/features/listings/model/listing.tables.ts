import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Edition } from '#features/catalogue/words.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import type { Checklist } from '../checklist.ts';
import type { OwnTableSettings } from '../components/own/own-columns.ts';
import type { Grading, ListingPhoto, ShippingOption } from '../contract.ts';
import type { GuardedFacts } from './listing.facts.ts';
import {
  listingMovers,
  listingPausers,
  listingReasons,
  listingStates,
  listingStatuses,
  listingVerbs,
} from './listing.process.ts';
import { conditions } from './listing.rules.ts';

export const listing = pgTable('listing', {
  id: text('id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  cardId: text('card_id'),
  cardFinishes: text('card_finishes').array().notNull().default([]),
  game: text('game').notNull(),
  setCode: text('set_code'),
  setName: text('set_name'),
  number: text('number'),
  name: text('name').notNull(),
  rarity: text('rarity'),
  title: text('title').notNull(),
  condition: text('condition', { enum: conditions }).notNull(),
  finish: text('finish'),
  language: text('language').notNull(),
  edition: text('edition').$type<Edition>(),
  signed: boolean('signed').notNull().default(false),
  altered: boolean('altered').notNull().default(false),
  misprint: boolean('misprint').notNull().default(false),
  grading: jsonb('grading').$type<Grading>(),
  checklist: jsonb('checklist').$type<Checklist>(),
  quantity: integer('quantity').notNull(),
  quantityHeld: integer('quantity_held').notNull().default(0),
  quantitySold: integer('quantity_sold').notNull().default(0),
  priceAmount: whole('price_amount').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  priceRank: whole('price_rank').notNull(),
  offerFloorAmount: whole('offer_floor_amount'),
  acceptsOffers: boolean('accepts_offers').notNull(),
  /** For how long the seller may let an offer wait. */
  offerWindowHours: smallint('offer_window_hours').$type<24 | 48 | 72>().notNull().default(48),
  /** Thresholds of automatic answers to offers. */
  autoAcceptAmount: whole('auto_accept_amount'),
  autoDeclineAmount: whole('auto_decline_amount'),
  shipping: jsonb('shipping').$type<ShippingOption[]>().notNull().default([]),
  description: text('description'),
  /** Visible to the seller only: SKU, storage location, note. */
  sku: text('sku'),
  place: text('place'),
  privateNote: text('private_note'),
  /** The cost of one copy, in a currency of its own. */
  costAmount: whole('cost_amount'),
  costCurrency: text('cost_currency').$type<Currency>(),
  photos: jsonb('photos').$type<ListingPhoto[]>().notNull().default([]),
  /** SHA-256 of the largest file by photo, of those that came from the seller. */
  photoHashes: jsonb('photo_hashes').$type<Record<string, string>>().notNull().default({}),
  status: text('status', { enum: listingStatuses }).notNull(),
  pausedBy: text('paused_by', { enum: listingPausers }),
  /** A draft that started with its photos, without card and price yet. */
  isUnfinished: boolean('is_unfinished').notNull().default(false),
  tier: text('tier', { enum: ['free', 'premium'] }).notNull(),
  version: whole('version').notNull().default(1),
  /** Since which version what a buyer relies on (`listing.facts.ts`) is what it is now. */
  factsVersion: whole('facts_version').notNull().default(1),
  favoriteCount: integer('favorite_count').notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  publishedAt: time('published_at'),
  expiresAt: time('expires_at'),
  words: text('words').array().notNull().default([]),
  freeText: text('free_text'),
});
export type ListingRow = typeof listing.$inferSelect;

/** Each move of a listing, in the transaction that made it; rows are only added. */
export const listingHistory = pgTable('listing_history', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  listingId: text('listing_id').notNull(),
  verb: text('verb', { enum: listingVerbs }).notNull(),
  fromState: text('from_state', { enum: listingStates }),
  toState: text('to_state', { enum: listingStates }).notNull(),
  by: text('by', { enum: listingMovers }).notNull(),
  actorId: text('actor_id'),
  why: text('why', { enum: listingReasons }).notNull(),
  note: text('note'),
  orderId: text('order_id'),
  at: time('at').notNull(),
});

/** What a listing said until an edit: of the facts that the edit changed, what they were up to and with a version. */
export const listingSaid = pgTable(
  'listing_said',
  {
    listingId: text('listing_id').notNull(),
    untilVersion: whole('until_version').notNull(),
    before: jsonb('before').$type<Partial<GuardedFacts>>().notNull(),
    /** Whether it was public; the text of a draft is not reported. */
    shown: boolean('shown').notNull(),
    at: time('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.untilVersion] })],
);

export const listingPhoto = pgTable('listing_photo', {
  id: text('id').primaryKey(),
  listingId: text('listing_id').notNull(),
  position: smallint('position').notNull(),
  kind: text('kind', { enum: ['upload', 'art'] }).notNull(),
  view: text('view'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  placeholder: text('placeholder'),
  sha256: text('sha256'),
  alt: text('alt').notNull(),
  /** In bytes, of all its widths; null for older photos, and for generated ones. */
  bytes: integer('bytes'),
  createdAt: createdAt(),
});
export type ListingPhotoRow = typeof listingPhoto.$inferSelect;

/** A seller whose listings can't be bought. */
export const salesBlock = pgTable('sales_block', {
  sellerId: text('seller_id').primaryKey(),
  /** They have not set up payouts. */
  reason: text('reason', { enum: ['payouts'] }).notNull(),
  since: time('since').notNull(),
});

export const favorite = pgTable(
  'favorite',
  {
    userId: text('user_id').notNull(),
    listingId: text('listing_id').notNull(),
    savedAt: time('saved_at').notNull(),
    savedPriceAmount: whole('saved_price_amount').notNull(),
    savedCurrency: text('saved_currency').$type<Currency>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.listingId] })],
);

/** How a seller's table of listings looks, and its saved views. */
export const ownTable = pgTable('own_table', {
  memberId: text('member_id').primaryKey(),
  hidden: jsonb('hidden').$type<OwnTableSettings['hidden']>().notNull(),
  isCompact: boolean('is_compact').notNull(),
  views: jsonb('views').$type<OwnTableSettings['views']>().notNull(),
});
