import { eq } from 'drizzle-orm';
import { listAdminIds } from '#features/members/index.server.ts';
import { reporterOf } from '#features/messages/index.server.ts';
import { conflict, isRefusal, notAllowed } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { decisionRefusals } from '../contract.ts';
import { notifyAppeal } from '../decide/notify-decision.server.ts';
import { undoings } from '../decide/undo-decision.server.ts';
import type { AppealOutcome } from '../model/decision.rules.ts';
import { type DecisionRow, decision } from '../model/decision.tables.ts';
import { judges } from '../model/decision-status.ts';
import { mailAppealJob } from '../model/moderation.jobs.ts';
import { findDecision } from '../moderation.queries.server.ts';
import { lockDecision } from './appeal.server.ts';

export interface AppealAnswer {
  rulingId: string;
  /** The admin's id. */
  by: string;
  outcome: AppealOutcome;
  answer: string;
}

/**
 * An admin answers an appeal. A successful one undoes the decision in the same transaction. Refuses the admin who
 * decided first while there is another, and the member themselves (403), and a decision without an open appeal (409).
 */
export async function answerAppeal(platform: Platform, given: AppealAnswer): Promise<void> {
  const row = await findDecision(platform.db, given.rulingId);
  const alongside = (tx: Tx, now: Date) => settle(tx, given, now);
  const undo = given.outcome === 'overturned' && row.endedAt === null ? undoings[row.act] : undefined;
  try {
    if (undo) return await undo(platform, row, given.by, alongside);
  } catch (error) {
    // What it hid was deleted or released meanwhile: there is nothing to restore.
    if (!isRefusal(error) || !['wrong_state', 'not_found', 'not_suspended', 'not_limited'].includes(error.code))
      throw error;
  }
  await write(platform, (tx) => alongside(tx, platform.clock.now()));
}

async function settle(tx: Tx, { rulingId: decisionId, by, outcome, answer }: AppealAnswer, now: Date): Promise<void> {
  const row = await lockDecision(tx, decisionId);
  await checkJudge(tx, row, by);
  if (row.appealedAt === null) throw conflict(decisionRefusals.noAppeal, 'This decision has no appeal.');
  if (row.answeredAt !== null)
    throw conflict(decisionRefusals.noAppeal, 'This appeal was already decided. Reload the page.');
  const endedAt = outcome === 'overturned' ? (row.endedAt ?? now) : row.endedAt;
  await tx.db
    .update(decision)
    .set({ outcome, answer, answeredBy: by, answeredAt: now, endedAt })
    .where(eq(decision.id, row.id));
  await notifyAppeal(tx, { ...row, outcome, answer }, now);
  tx.enqueue(mailAppealJob, { rulingId: row.id });
  await recordAct(
    tx,
    { by, act: 'appeal.answered', subject: row.id, data: { outcome, reason: answer, member: row.memberId } },
    now,
  );
}

async function checkJudge(tx: Tx, row: DecisionRow, by: string): Promise<void> {
  const reporterId = await reporterOf(tx.db, row.reportId);
  if (judges({ ...row, reporterId }, await listAdminIds(tx.db)).includes(by)) return;
  if (by === reporterId)
    throw notAllowed('You made the report behind this decision. Another admin must decide the appeal.');
  throw notAllowed(
    by === row.memberId
      ? 'Another admin must decide your own appeal.'
      : 'You made this decision. Another admin must decide the appeal.',
  );
}
