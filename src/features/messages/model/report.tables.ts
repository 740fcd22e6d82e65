import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time } from '#platform/db/columns.ts';
import type { FrozenThing } from '#platform/thread-subject.ts';
import type { FrozenMessage } from '../contract.ts';
import { reportDecisions, reportStates, reportSubjectKinds } from './report.rules.ts';

/** A member's report of another to the admins, with a copy of the messages of the two, and the decision. */
export const memberReport = pgTable('member_report', {
  id: text('id').primaryKey(),
  reporterId: text('reporter_id').notNull(),
  reportedId: text('reported_id').notNull(),
  subjectKind: text('subject_kind', { enum: reportSubjectKinds }).notNull().default('member'),
  /** Null for the member themselves. */
  subjectId: text('subject_id'),
  /** Its title at that time. */
  subjectTitle: text('subject_title'),
  /** A code of `reportReasons`, or the reporter's own words. */
  reason: text('reason').notNull(),
  text: text('text'),
  /** A copy of the reported content; null in older reports, and where the title says all. */
  thing: jsonb('thing').$type<FrozenThing>(),
  messages: jsonb('messages').$type<FrozenMessage[]>().notNull(),
  state: text('state', { enum: reportStates }).notNull().default('open'),
  /** The admin who has taken it. */
  claimedBy: text('claimed_by'),
  claimedAt: time('claimed_at'),
  decision: text('decision', { enum: reportDecisions }),
  /** The rule that was broken, in words. */
  ground: text('ground'),
  /** The statement to each side. */
  toReporter: text('to_reporter'),
  toReported: text('to_reported'),
  answeredAt: time('answered_at'),
  /** When admins were emailed about it. */
  mailedAt: time('mailed_at'),
  createdAt: createdAt(),
});
export type MemberReport = typeof memberReport.$inferSelect;

/** A photo of a copied message or of the reported content: its files are retained as long as the report retains them. */
export const reportPhoto = pgTable(
  'member_report_photo',
  {
    reportId: text('report_id').notNull(),
    photoId: text('photo_id').notNull(),
    /** A photo of the reported content itself, not of a message. */
    ofThing: boolean('of_thing').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.photoId] })],
);
