import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DecisionAct } from '../model/decision.rules.ts';
import { type DecisionRow, decision } from '../model/decision.tables.ts';
import { mailDecisionJob } from '../model/moderation.jobs.ts';
import { notifyDecision } from './notify-decision.server.ts';

export interface NewDecision extends Pick<DecisionRow, 'memberId' | 'act' | 'rule' | 'reason'> {
  subject?: { id: string; title: string } | undefined;
  reportId?: string | undefined;
  until?: Date | undefined;
  /** The admin's id. */
  by: string;
}

/**
 * Stores a decision in the transaction of its act, and notifies its member with the reason and how to appeal. Answers
 * its id.
 */
export async function recordDecision(
  tx: Tx,
  { subject, reportId, until, by, ...what }: NewDecision,
  now: Date,
): Promise<string> {
  const row = {
    ...what,
    id: newId(now.getTime()),
    subjectId: subject?.id ?? null,
    subjectTitle: subject?.title ?? null,
    reportId: reportId ?? null,
    until: until ?? null,
    decidedBy: by,
    decidedAt: now,
  } satisfies typeof decision.$inferInsert;
  await tx.db.insert(decision).values(row);
  await notifyDecision(tx, row, now);
  tx.enqueue(mailDecisionJob, { rulingId: row.id });
  return row.id;
}

/** Ends decisions about a subject: an admin took them back, or their time is over. */
export async function endDecisions(
  tx: Tx,
  which: { act: DecisionAct } & ({ subjectId: string } | { memberId: string }),
  now: Date,
): Promise<void> {
  const whose = 'subjectId' in which ? eq(decision.subjectId, which.subjectId) : eq(decision.memberId, which.memberId);
  await tx.db
    .update(decision)
    .set({ endedAt: now })
    .where(and(whose, eq(decision.act, which.act), isNull(decision.endedAt)));
}
