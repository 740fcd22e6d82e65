import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** Facts that only some games have. */
export interface CardExtra {
  attributes?: string[];
  printRun?: number;
  region?: string;
  ids?: Record<string, (string | number)[]>;
}

export const game = pgTable('game', {
  slug: text().primaryKey(),
  name: text().notNull(),
  sortOrder: integer('sort_order').notNull(),
});

export const cardSet = pgTable(
  'card_set',
  {
    game: text().notNull(),
    code: text().notNull(),
    abbr: text(),
    name: text().notNull(),
    series: text(),
    releaseDate: text('release_date'),
    releaseDateApprox: boolean('release_date_approx').notNull(),
    printedTotal: integer('printed_total'),
    cardCount: integer('card_count').notNull(),
    sport: text(),
    parallels: text().array().notNull(),
    source: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.game, table.code] })],
);

export const card = pgTable('card', {
  id: text().primaryKey(),
  game: text().notNull(),
  setCode: text('set_code').notNull(),
  externalId: text('external_id').notNull(),
  number: text(),
  numberOrder: text('number_order').notNull(),
  name: text().notNull(),
  rarity: text(),
  finishes: text().array().notNull(),
  variants: text().array().notNull(),
  artist: text(),
  language: text().notNull(),
  releaseDate: text('release_date'),
  releaseDateApprox: boolean('release_date_approx').notNull(),
  extra: jsonb().$type<CardExtra>(),
  source: text().notNull(),
  /** By an admin, since it is wrong: it is in no search and no list. */
  isHidden: boolean('is_hidden').notNull(),
});

/** What an admin has corrected of a card; an import applies it to its rows. */
export const cardCorrection = pgTable('card_correction', {
  cardId: text('card_id').primaryKey(),
  name: text().notNull(),
  number: text(),
  numberOrder: text('number_order').notNull(),
  rarity: text(),
  setCode: text('set_code').notNull(),
  isHidden: boolean('is_hidden').notNull(),
  correctedAt: time('corrected_at').notNull(),
});
