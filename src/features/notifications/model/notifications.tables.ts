import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TextParams } from '#kernel/text/coded-text.ts';
import { createdAt, time, updatedAt } from '#platform/db/columns.ts';

export const mailPreference = pgTable('mail_preference', {
  userId: text('user_id').primaryKey(),
  turnedOff: text('turned_off').array().notNull().default([]),
  isPaused: boolean('is_paused').notNull().default(false),
  pausedUntil: time('paused_until'),
  isMuted: boolean('is_muted').notNull().default(false),
  appOff: text('app_off').array().notNull().default([]),
  pushOff: text('push_off').array().notNull().default([]),
  updatedAt: updatedAt(),
});
export type MailPreferenceRow = typeof mailPreference.$inferSelect;

export const notification = pgTable('notification', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  kind: text('kind').notNull(),
  about: text('about').notNull(),
  thing: text('thing'),
  /** Of its kind's `texts`; null where `title` and `body` have the sentences. */
  code: text('code'),
  params: jsonb('params').$type<TextParams>(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  link: text('link').notNull(),
  /** The member whose current name replaces `{name}` in the title. */
  namedId: text('named_id'),
  createdAt: createdAt(),
  readAt: time('read_at'),
  deletedAt: time('deleted_at'),
});
export type NotificationRow = typeof notification.$inferSelect;

/** A device that the member registered for push. */
export const pushSubscription = pgTable('push_subscription', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  sessionId: text('session_id'),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: createdAt(),
});
