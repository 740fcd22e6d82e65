import { pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';
import { cardReportFields, cardReportOutcomes } from './card-report.rules.ts';

/** What a member reports as wrong in the card database. */
export const cardReport = pgTable('card_report', {
  id: text('id').primaryKey(),
  cardId: text('card_id').notNull(),
  reporterId: text('reporter_id').notNull(),
  field: text('field', { enum: cardReportFields }).notNull(),
  note: text('note').notNull(),
  createdAt: time('created_at').notNull(),
  /** Null while it is open. */
  outcome: text('outcome', { enum: cardReportOutcomes }),
  closedAt: time('closed_at'),
});
