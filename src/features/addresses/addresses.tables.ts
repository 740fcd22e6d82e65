import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, whole } from '#platform/db/columns.ts';

/** A member's address book. An order keeps a copy of its address. */
export const address = pgTable('address', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  name: text('name').notNull(),
  line1: text('line1').notNull(),
  line2: text('line2'),
  city: text('city'),
  state: text('state'),
  postalCode: text('postal_code'),
  /** ISO 3166, two letters. */
  country: text('country').notNull(),
  /** E.164. */
  phone: text('phone'),
  isDefault: boolean('is_default').notNull().default(false),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type AddressRow = typeof address.$inferSelect;
