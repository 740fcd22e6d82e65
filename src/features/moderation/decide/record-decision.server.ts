import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { RulingAct } from '../model/decision.rules.ts';
import { type RulingRow, ruling } from '../model/decision.tables.ts';
import { mailRulingJob } from '../model/moderation.jobs.ts';
import { tellRuling } from './notify-decision.server.ts';

export interface NewRuling extends Pick<RulingRow, 'memberId' | 'act' | 'rule' | 'reason'> {
  subject?: { id: string; title: string } | undefined;
  reportId?: string | undefined;
  until?: Date | undefined;
  /** The operator's id. */
  by: string;
}

/** Keeps a decision in the transaction that carries it out, and tells its member what it is, why, what follows and how to appeal. Answers its id. */
export async function recordRuling(tx: Tx, { subject, reportId, until, by, ...what }: NewRuling, now: Date): Promise<string> {
  const row: typeof ruling.$inferInsert = {
    ...what,
    id: newId(now.getTime()),
    subjectId: subject?.id ?? null,
    subjectTitle: subject?.title ?? null,
    reportId: reportId ?? null,
    until: until ?? null,
    decidedBy: by,
    decidedAt: now,
  };
  await tx.db.insert(ruling).values(row);
  await tellRuling(tx, row, now);
  tx.enqueue(mailRulingJob, { rulingId: row.id });
  return row.id;
}

/** What was decided about this does not hold any more: an operator took it back, or its time is over. */
export async function endRulings(tx: Tx, which: { act: RulingAct } & ({ subjectId: string } | { memberId: string }), now: Date): Promise<void> {
  const whose = 'subjectId' in which ? eq(ruling.subjectId, which.subjectId) : eq(ruling.memberId, which.memberId);
  await tx.db
    .update(ruling)
    .set({ endedAt: now })
    .where(and(whose, eq(ruling.act, which.act), isNull(ruling.endedAt)));
}
