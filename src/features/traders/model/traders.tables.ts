import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from '#platform/db/columns.ts';
import { sellerKinds } from './trader.rules.ts';

/** What a member is to the law who sells. No row: nothing was said, a private person. */
export const sellerStatus = pgTable('seller_standing', {
  memberId: text('member_id').primaryKey(),
  kind: text('kind', { enum: sellerKinds }).notNull(),
  legalName: text('legal_name'),
  street: text('street'),
  postalCode: text('postal_code'),
  city: text('city'),
  /** ISO 3166, two letters. */
  country: text('country'),
  email: text('email'),
  phone: text('phone'),
  register: text('register'),
  registerNumber: text('register_number'),
  vatId: text('vat_id'),
  withdrawal: text('withdrawal'),
  certifiedAt: time('certified_at'),
  /** The operator who said that this is a trader; then the member cannot take it back. */
  markedBy: text('marked_by'),
  markedAt: time('marked_at'),
  /** Until when whoever was marked has time to show what is missing; then what they have for sale is paused. */
  dataDueAt: time('data_due_at'),
  updatedAt: updatedAt(),
});
export type StatusRow = typeof sellerStatus.$inferSelect;

/** Who changed it when, and which fields: the record that buyers and the law may ask for. */
export const sellerStatusChange = pgTable('seller_standing_change', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  by: text('by').notNull(),
  kind: text('kind', { enum: sellerKinds }).notNull(),
  fields: text('fields').array().notNull(),
  createdAt: createdAt(),
});
