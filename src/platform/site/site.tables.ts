import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';
import { announcementKinds } from './announcement-kinds.ts';

/** The site's name, accent color and logo, if an admin has set them. */
export const siteBrand = pgTable('site_brand', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  name: text('name').notNull(),
  /** `#1a2b3c`; null: the color of the theme. */
  accent: text('accent'),
  /** The id of its file; null: the product's own sign. */
  logo: text('logo'),
});

/** The announcement above all pages, if there is one. */
export const siteAnnouncement = pgTable('site_announcement', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  /** Of this text: a browser stores it when its user closes the announcement. */
  id: text('id').notNull(),
  text: text('text').notNull(),
  link: text('link'),
  kind: text('kind', { enum: announcementKinds }).notNull(),
  startsAt: time('starts_at').notNull(),
  endsAt: time('ends_at'),
});
