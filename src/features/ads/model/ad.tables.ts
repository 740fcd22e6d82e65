import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';

/** An ad. It runs from its start until just before its end. */
export const ad = pgTable('ad', {
  id: text('id').primaryKey(),
  text: text('text').notNull(),
  /** An https address, or a path of the app. */
  link: text('link').notNull(),
  /** The storage key of its picture; a new picture has a new one. */
  picture: text('picture'),
  startsAt: time('starts_at').notNull(),
  endsAt: time('ends_at').notNull(),
  weight: integer('weight').notNull(),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type AdRow = typeof ad.$inferSelect;

/** Views and presses of a day in UTC, without members. */
export const adCount = pgTable(
  'ad_count',
  {
    adId: text('ad_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    shown: integer('shown').notNull().default(0),
    pressed: integer('pressed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.adId, table.day] })],
);
