import { jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';
import { type CaseSide, caseKinds, caseOutcomes, caseStates } from './case.process.ts';

/** What one side proposes to settle a case. */
export type Proposal = { by: CaseSide } & (
  | { kind: 'cancel' }
  | { kind: 'return' }
  | { kind: 'nothing' }
  /** In minor units of the order's currency. */
  | { kind: 'refund'; amount: number }
);

export const orderCase = pgTable('order_case', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  kind: text('kind', { enum: caseKinds }).notNull(),
  state: text('state', { enum: caseStates }).notNull(),
  outcome: text('outcome', { enum: caseOutcomes }),
  proposal: jsonb('proposal').$type<Proposal>(),
  /** The items that a withdrawal is for; null: all. */
  positions: smallint('positions').array(),
  carrier: text('carrier'),
  trackingNumber: text('tracking_number'),
  dueAt: time('due_at'),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type CaseRow = typeof orderCase.$inferSelect;
