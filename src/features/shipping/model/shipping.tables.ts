import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { time, updatedAt, whole } from '#platform/db/columns.ts';
import type { ShippingFigures } from './shipping.rules.ts';

/** A seller's shipping table. The row of `startingSeller` is the one that sellers start from. */
export const shippingTable = pgTable('shipping_table', {
  sellerId: text('seller_id').primaryKey(),
  /** ISO 3166, two letters. */
  sendsFrom: text('sends_from').notNull(),
  shipDays: smallint('ship_days').notNull(),
  /** 0: the seller has no methods yet, and only the country is known. */
  version: whole('version').notNull(),
  updatedAt: updatedAt(),
});

/** No member has this id. */
export const startingSeller = '';

export const shippingMethod = pgTable(
  'shipping_method',
  {
    sellerId: text('seller_id').notNull(),
    position: smallint('position').notNull(),
    destination: text('destination').notNull(),
    name: text('name').notNull(),
    isTracked: boolean('is_tracked').notNull(),
    maxCards: integer('max_cards'),
    maxSlabs: integer('max_slabs'),
    maxGrams: integer('max_grams'),
    maxValue: whole('max_value'),
    price: whole('price').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    freeFrom: whole('free_from'),
    needsPhone: boolean('needs_phone').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.position] })],
);
export type ShippingMethodRow = typeof shippingMethod.$inferSelect;

/** The figures of shipping, each with its start. Rows are never changed: a new one follows. */
export const shippingRule = pgTable('shipping_rule', {
  id: text('id').primaryKey(),
  /** Rows of earlier releases lack figures that came later: `firstFigures` has them. */
  figures: jsonb('figures').$type<Partial<ShippingFigures>>().notNull(),
  /** Why, read by everybody. */
  note: text('note'),
  by: text('by').notNull(),
  since: time('since').notNull(),
});
