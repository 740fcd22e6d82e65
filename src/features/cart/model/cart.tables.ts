import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '#kernel/numbers/money.ts';
import { time, whole } from '#platform/db/columns.ts';

/** A member's cart, or that of a browser: exactly one of the two is set. */
export const cart = pgTable('cart', {
  id: text('id').primaryKey(),
  memberId: text('member_id').unique(),
  /** SHA-256 of the token in a visitor's cookie. */
  tokenHash: text('token_hash').unique(),
  /** Its last change. */
  touchedAt: time('touched_at').notNull(),
  /** The chosen country (ISO 3166); null where none is chosen. */
  country: text('country'),
  /** Names of the chosen shipping methods, by seller. */
  methods: jsonb('methods').$type<Record<string, string>>().notNull().default({}),
});

export const cartLine = pgTable(
  'cart_line',
  {
    cartId: text('cart_id').notNull(),
    listingId: text('listing_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** The price of one copy, and the listing's version, when the line was added or its quantity set. */
    seenPrice: whole('seen_price').notNull(),
    seenCurrency: text('seen_currency').$type<Currency>().notNull(),
    seenVersion: whole('seen_version').notNull(),
    addedAt: time('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cartId, table.listingId] })],
);
export type CartLineRow = typeof cartLine.$inferSelect;
