import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ReportAnswer, reportRefusals } from '../contract.ts';
import { mailReportJob } from '../model/message.jobs.ts';
import { mayDo, type ReportVerb } from '../model/report.process.ts';
import { type MemberReport, memberReport } from '../model/report.tables.ts';
import { notifyAnswered } from './notify-report.server.ts';
import { unknownReport } from './reports.queries.server.ts';

interface Handling {
  reportId: string;
  /** The admin's id. */
  by: string;
}

/**
 * An admin takes a report, and may then read the messages of the two. Refuses one that another took within a day, or
 * that is answered (409).
 */
export function claimReport(platform: Platform, handling: Handling): Promise<void> {
  return handle(platform, handling, 'claim', async (tx, row, now) => {
    await change(tx, row, { state: 'claimed', claimedBy: handling.by, claimedAt: now });
    await recordAct(
      tx,
      { by: handling.by, act: 'report.claimed', subject: row.id, data: { reportedId: row.reportedId } },
      now,
    );
  });
}

/** An admin releases a report to the others. */
export function returnReport(platform: Platform, handling: Handling): Promise<void> {
  return handle(platform, handling, 'return', async (tx, row, now) => {
    await change(tx, row, { state: 'open', claimedBy: null, claimedAt: null });
    await recordAct(tx, { by: handling.by, act: 'report.returned', subject: row.id }, now);
  });
}

/**
 * An admin answers a report that they have taken: both sides get a notification and an email. The reported member gets
 * none when the statement to them is empty.
 */
export function answerReport(platform: Platform, handling: Handling, answer: GroundedAnswer): Promise<void> {
  return write(platform, async (tx) => {
    await answerReportIn(tx, handling, answer, platform.clock.now());
  });
}

/** The statements, and the rule that was broken in words, which both sides read. */
export type GroundedAnswer = ReportAnswer & {
  ground?: string;
  /** The measure that follows notifies the reported member itself, with the same statement. */
  measureNotifies?: boolean;
};

/** The same within the transaction of the moderation action. Returns the updated report. */
export async function answerReportIn(
  tx: Tx,
  handling: Handling,
  { decision, toReporter, toReported, ground, measureNotifies = false }: GroundedAnswer,
  now: Date,
): Promise<MemberReport> {
  const row = await lockFor(tx, handling, 'answer', now);
  const set = { decision, ground: ground ?? null, toReporter, toReported: toReported ?? null, answeredAt: now };
  const answered = await change(tx, row, { state: 'answered', ...set });
  await notifyAnswered(tx, answered, now, { reported: !measureNotifies });
  for (const side of ['reporter', 'reported'] as const) tx.enqueue(mailReportJob, { reportId: row.id, side });
  const data = { decision, reason: toReporter, reportedId: row.reportedId };
  await recordAct(tx, { by: handling.by, act: 'report.answered', subject: row.id, data }, now);
  return answered;
}

const sentences: Record<ReportVerb, (row: MemberReport) => string> = {
  claim: ({ state }) =>
    state === 'answered' ? 'This report was already reviewed.' : 'This report is assigned to another admin.',
  return: () => 'This report isn’t assigned to you.',
  answer: ({ state }) =>
    state === 'answered' ? 'This report was already reviewed.' : 'Assign this report to yourself before you review it.',
};

async function handle(
  platform: Platform,
  handling: Handling,
  verb: 'claim' | 'return',
  work: (tx: Tx, row: MemberReport, now: Date) => Promise<void>,
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const row = await lockFor(tx, handling, verb, now);
    // A repeated request is the same claim.
    if (verb !== 'claim' || row.claimedBy !== handling.by) await work(tx, row, now);
  });
}

/** The report under its lock, when this admin may do this with it now (409 otherwise). */
async function lockFor(tx: Tx, { reportId, by }: Handling, verb: ReportVerb, now: Date): Promise<MemberReport> {
  const [row] = isId(reportId)
    ? await tx.db.select().from(memberReport).where(eq(memberReport.id, reportId)).for('update')
    : [];
  if (!row) throw notFound(unknownReport);
  const isTheirs = verb === 'claim' && row.state === 'claimed' && row.claimedBy === by;
  if (isTheirs || mayDo(row, by, now).includes(verb)) return row;
  throw conflict(verb === 'claim' ? reportRefusals.taken : reportRefusals.notTaken, sentences[verb](row), {
    reportState: row.state,
  });
}

async function change(tx: Tx, { id }: MemberReport, set: Partial<MemberReport>): Promise<MemberReport> {
  const [row] = await tx.db.update(memberReport).set(set).where(eq(memberReport.id, id)).returning();
  if (!row) throw new Error('a report under its lock is gone');
  return row;
}
