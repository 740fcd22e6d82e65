import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const mailPreference = pgTable('mail_preference', {
  userId: text('user_id').primaryKey(),
  turnedOff: text('turned_off').array().notNull().default([]),
  isPaused: boolean('is_paused').notNull().default(false),
  pausedUntil: time('paused_until'),
  updatedAt: time('updated_at').notNull(),
});
export type MailPreferenceRow = typeof mailPreference.$inferSelect;
