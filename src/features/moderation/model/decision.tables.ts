import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from '#platform/db/columns.ts';
import { appealOutcomes, decisionActs, houseRuleCodes } from './decision.rules.ts';
import { textReaders } from './statement-text.rules.ts';

/** A decision of an operator against a member. */
export const decision = pgTable('ruling', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  act: text('act', { enum: decisionActs }).notNull(),
  /** What it was about, as it was called then; null where it is the member themselves. */
  subjectId: text('subject_id'),
  subjectTitle: text('subject_title'),
  /** The report that led to it. */
  reportId: text('report_id'),
  rule: text('rule', { enum: houseRuleCodes }).notNull(),
  /** An operator's words, read by the member. */
  reason: text('reason').notNull(),
  decidedBy: text('decided_by').notNull(),
  decidedAt: time('decided_at').notNull(),
  until: time('until'),
  /** Since when it does not hold any more: an operator took it back, or an appeal did. */
  endedAt: time('ended_at'),
  appeal: text('appeal'),
  appealedAt: time('appealed_at'),
  outcome: text('outcome', { enum: appealOutcomes }),
  answer: text('answer'),
  answeredBy: text('answered_by'),
  answeredAt: time('answered_at'),
});
export type DecisionRow = typeof decision.$inferSelect;

/** What operators note for each other; the case is a report or a ruling. */
export const caseNote = pgTable('case_note', {
  id: text('id').primaryKey(),
  caseId: text('case_id').notNull(),
  by: text('by').notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
});

/** A statement written beforehand. */
export const statementText = pgTable('statement_text', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  reader: text('reader', { enum: textReaders }).notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type StatementTextRow = typeof statementText.$inferSelect;
