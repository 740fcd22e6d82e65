import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';

/** What an operator advertises. It runs from its first moment until just before its last. */
export const ad = pgTable('ad', {
  id: text('id').primaryKey(),
  text: text('text').notNull(),
  /** An address with https, or a path of the market. */
  link: text('link').notNull(),
  /** Under which its picture is kept; a new picture has a new one. */
  picture: text('picture'),
  startsAt: time('starts_at').notNull(),
  endsAt: time('ends_at').notNull(),
  weight: integer('weight').notNull(),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type AdRow = typeof ad.$inferSelect;

/** How often it was seen and pressed on a day, in UTC. Nothing says by whom. */
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
