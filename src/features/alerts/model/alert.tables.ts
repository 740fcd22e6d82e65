import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { FoundUnder } from '#features/listings/index.server.ts';
import { frequencies } from '#kernel/how-often.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import { usualOfLists } from '../words.ts';

export const savedSearch = pgTable('saved_search', {
  id: text('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  frequency: text('frequency', { enum: frequencies }).notNull(),
  /** Of the query, so that most searches are ruled out before any is made; empty and null are any. */
  games: text('games').array().notNull().default([]),
  sellerId: text('seller_id'),
  minRank: whole('min_rank'),
  maxRank: whole('max_rank'),
  /** Listings' `foundUnder`, by which a listing finds it, and by which reading of the catalogue that is. */
  keys: integer('keys').array().notNull().default([]),
  narrows: jsonb('narrows').$type<FoundUnder['narrows']>().notNull().default({}),
  said: text('said'),
  words: text('words').array().notNull().default([]),
  advanced: boolean('advanced').notNull().default(false),
  keyedAs: whole('keyed_as').notNull().default(-1),
  /**
   * From whose page it was made, as a price alert. Null where a member saved it themselves, though it may ask the same.
   */
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
 * Why somebody is told: a saved search finds it, a followed seller lists it, a want list wants it, it meets a wanted
 * post, or something became of a favourite.
 */
export const alertKinds = ['search', 'seller', 'list', 'want', 'price', 'back', 'sold', 'ending'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alert = pgTable(
  'alert',
  {
    memberId: text('member_id').notNull(),
    kind: text('kind', { enum: alertKinds }).notNull(),
    /** The saved search, the seller, the want list or the wanted post; of a favourite the listing itself. */
    sourceId: text('source_id').notNull(),
    listingId: text('listing_id').notNull(),
    /** Names the happening: a listing is found once, but may become cheaper twice. */
    about: text('about').notNull(),
    dueAt: time('due_at').notNull(),
    toldAt: time('told_at'),
    mailedAt: time('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind, table.sourceId, table.listingId] })],
);
export type AlertRow = typeof alert.$inferSelect;

/** How often a member is told of favourites and of what their want lists want; its row is what telling locks. */
export const alertChoice = pgTable('alert_choice', {
  memberId: text('member_id').primaryKey(),
  favourites: text('favourites', { enum: frequencies }).notNull().default('now'),
  lists: text('lists', { enum: frequencies }).notNull().default(usualOfLists),
  mailedAt: time('mailed_at'),
});

/**
 * What a favourite was when it was last looked at: the least that it has cost, with post, and whether it was for sale.
 */
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
