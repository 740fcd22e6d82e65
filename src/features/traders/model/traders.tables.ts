import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from '#platform/db/columns.ts';
import { sellerKinds } from './trader.rules.ts';

/** The legal status of a seller. No row: a private person. */
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
  /** The admin who marked this trader; the member cannot change it. */
  markedBy: text('marked_by'),
  markedAt: time('marked_at'),
  /** When the data of a marked trader is due; then their listings are paused. */
  dataDueAt: time('data_due_at'),
  updatedAt: updatedAt(),
});
export type StatusRow = typeof sellerStatus.$inferSelect;

/** The history of changes, who, when and which fields, for buyers and the law. */
export const sellerStatusChange = pgTable('seller_standing_change', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  by: text('by').notNull(),
  kind: text('kind', { enum: sellerKinds }).notNull(),
  fields: text('fields').array().notNull(),
  createdAt: createdAt(),
});
