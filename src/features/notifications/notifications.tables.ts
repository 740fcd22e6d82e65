import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { time, updatedAt } from '#platform/db/columns.ts';

export const mailPreference = pgTable('mail_preference', {
  userId: text('user_id').primaryKey(),
  turnedOff: text('turned_off').array().notNull().default([]),
  isPaused: boolean('is_paused').notNull().default(false),
  pausedUntil: time('paused_until'),
  updatedAt: updatedAt(),
});
export type MailPreferenceRow = typeof mailPreference.$inferSelect;
