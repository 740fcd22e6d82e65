import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { FoundUnder } from '#features/listings/index.server.ts';
import { frequencies } from '#kernel/how-often.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { TextParams } from '#kernel/text/coded-text.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import { usualOfLists } from '../words.ts';

export const savedSearch = pgTable('saved_search', {
  id: text('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  /** Of a name that the app made, `search-name.server.ts`; `name` is empty then. */
  nameCode: text('name_code'),
  nameParams: jsonb('name_params').$type<TextParams>(),
  query: text('query').notNull(),
  frequency: text('frequency', { enum: frequencies }).notNull(),
  /**
   * Bounds from the query, which rule out most searches before the query itself is evaluated; empty and null mean any.
   */
  games: text('games').array().notNull().default([]),
  sellerId: text('seller_id'),
  minRank: whole('min_rank'),
  maxRank: whole('max_rank'),
  /** The keys from `foundUnder` of listings, and the version of the catalogue that they were computed with. */
  keys: integer('keys').array().notNull().default([]),
  narrows: jsonb('narrows').$type<FoundUnder['narrows']>().notNull().default({}),
  said: text('said'),
  words: text('words').array().notNull().default([]),
  advanced: boolean('advanced').notNull().default(false),
  keyedAs: whole('keyed_as').notNull().default(-1),
  /** The listing whose price alert this is. Null for a search that the member saved, though its query may be equal. */
  listingId: text('listing_id'),
  createdAt: createdAt(),
});
export type SavedSearchRow = typeof savedSearch.$inferSelect;

export const follow = pgTable(
  'follow',
  {
    followerId: text('follower_id').notNull(),
    sellerId: text('seller_id').notNull(),
    frequency: text('frequency', { enum: frequencies }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.followerId, table.sellerId] })],
);

/**
 * Why a member is notified: a saved search finds the listing, a followed seller lists it, a want list wants it, it
 * meets a wanted post, or a favourite changed.
 */
export const alertKinds = ['search', 'seller', 'list', 'want', 'price', 'back', 'sold', 'ending'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alert = pgTable(
  'alert',
  {
    memberId: text('member_id').notNull(),
    kind: text('kind', { enum: alertKinds }).notNull(),
    /** The saved search, the seller, the want list or the wanted post; for a favourite the listing. */
    sourceId: text('source_id').notNull(),
    listingId: text('listing_id').notNull(),
    /** Identifies the happening: a listing is found once, but may become cheaper twice. */
    about: text('about').notNull(),
    dueAt: time('due_at').notNull(),
    toldAt: time('told_at'),
    mailedAt: time('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.sourceId, table.listingId] })],
);
export type AlertRow = typeof alert.$inferSelect;

/** How often a member is notified of favourites and want lists. Its row is the lock of their notifications. */
export const alertChoice = pgTable('alert_choice', {
  memberId: text('member_id').primaryKey(),
  favourites: text('favourites', { enum: frequencies }).notNull().default('now'),
  lists: text('lists', { enum: frequencies }).notNull().default(usualOfLists),
  mailedAt: time('mailed_at'),
});

/** The last known state of a favourite: its lowest price with postage, and whether it was for sale. */
export const favoriteWatch = pgTable(
  'favorite_watch',
  {
    memberId: text('member_id').notNull(),
    listingId: text('listing_id').notNull(),
    leastAmount: whole('least_amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    isForSale: boolean('is_for_sale').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.listingId] })],
);
