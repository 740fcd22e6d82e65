import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from '#platform/db/columns.ts';
import { appealOutcomes, decisionActs, houseRuleCodes } from './decision.rules.ts';
import { textReaders } from './statement-text.rules.ts';

/** A decision of an admin against a member. */
export const decision = pgTable('ruling', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  act: text('act', { enum: decisionActs }).notNull(),
  /** The subject, with its title at that time; null where it is the member themselves. */
  subjectId: text('subject_id'),
  subjectTitle: text('subject_title'),
  /** The report that led to it. */
  reportId: text('report_id'),
  rule: text('rule', { enum: houseRuleCodes }).notNull(),
  /** The admin's reason, for the member. */
  reason: text('reason').notNull(),
  decidedBy: text('decided_by').notNull(),
  decidedAt: time('decided_at').notNull(),
  until: time('until'),
  /** When it ended: an admin took it back, or an appeal succeeded. */
  endedAt: time('ended_at'),
  appeal: text('appeal'),
  appealedAt: time('appealed_at'),
  outcome: text('outcome', { enum: appealOutcomes }),
  answer: text('answer'),
  answeredBy: text('answered_by'),
  answeredAt: time('answered_at'),
});
export type DecisionRow = typeof decision.$inferSelect;

/** Notes of admins; the case is a report or a decision. */
export const caseNote = pgTable('case_note', {
  id: text('id').primaryKey(),
  caseId: text('case_id').notNull(),
  by: text('by').notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
});

/** A prepared text of a statement. */
export const statementText = pgTable('statement_text', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  reader: text('reader', { enum: textReaders }).notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type StatementTextRow = typeof statementText.$inferSelect;
