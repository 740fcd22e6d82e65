import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import { densities, type MeasuredFacts, motions } from '../contract.ts';

export const profile = pgTable('profile', {
  userId: text('user_id').primaryKey(),
  username: text('username').notNull(),
  displayName: text('display_name'),
  bio: text('bio'),
  location: text('location'),
  avatarUrl: text('avatar_url'),
  photoUrl: text('photo_url'),
  contact: text('contact'),
  contactVisible: boolean('contact_visible').notNull().default(false),
  socialYoutube: text('social_youtube'),
  socialTwitter: text('social_twitter'),
  socialFacebook: text('social_facebook'),
  authProvider: text('auth_provider').notNull().default('unknown'),
  profileCompleted: boolean('profile_completed').notNull().default(false),
  needsCompletion: boolean('needs_completion').notNull().default(false),
  onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
  tutorialPreferences: jsonb('tutorial_preferences').$type<Record<string, boolean>>().notNull().default({}),
  theme: text('theme'),
  numberFormat: text('number_format'),
  displayCurrency: text('display_currency'),
  timeZone: text('time_zone'),
  density: text('density', { enum: densities }),
  motion: text('motion', { enum: motions }),
  games: text('games').array(),
  accountTier: text('account_tier', { enum: ['free', 'premium'] })
    .notNull()
    .default('free'),
  sellerKind: text('seller_kind', { enum: ['private', 'trader'] })
    .notNull()
    .default('private'),
  totalSales: integer('total_sales').notNull().default(0),
  /** The number of different buyers with a received, not refunded order. */
  saleBuyers: integer('sale_buyers').notNull().default(0),
  rating: numeric('rating', { precision: 3, scale: 2, mode: 'number' }),
  ratingCount: integer('rating_count').notNull().default(0),
  facts: jsonb('facts').$type<MeasuredFacts>(),
  verificationSentAt: time('verification_sent_at'),
  joinDate: time('join_date').notNull(),
  lastSignIn: time('last_sign_in'),
  lastUpdated: time('last_updated').notNull(),
  version: whole('version').notNull().default(1),
  deletedAt: time('deleted_at'),
});

export const usernameRegistry = pgTable('username_registry', {
  usernameKey: text('username_key').primaryKey(),
  username: text('username').notNull(),
  uid: text('uid'),
  status: text('status', { enum: ['active', 'released'] })
    .notNull()
    .default('active'),
  isTemporary: boolean('is_temporary').notNull().default(false),
  createdAt: createdAt(),
  releasedAt: time('released_at'),
});

/**
 * Vacations. At most one is planned or current (`endedAt` is null); past ones stay, because offers that they paused
 * need their dates.
 */
export const vacation = pgTable('vacation', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  startsAt: time('starts_at').notNull(),
  /** The time of return; moved to the actual one by an early return. */
  endsAt: time('ends_at').notNull(),
  note: text('note'),
  endedAt: time('ended_at'),
  createdAt: createdAt(),
});
export type VacationRow = typeof vacation.$inferSelect;
