import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ReportAnswer, reportRefusals } from './contract.ts';
import { mailReportJob } from './message.jobs.ts';
import { mayDo, type ReportVerb } from './report.process.ts';
import { type MemberReport, memberReport } from './report.tables.ts';
import { unknownReport } from './reports.queries.server.ts';
import { tellAnswered } from './tell-report.server.ts';

interface Handling {
  reportId: string;
  /** The operator's id. */
  by: string;
}

/** An operator takes a report, and reads from now on what the two wrote. Refuses one that another has taken, for a day, or answered (409). */
export function claimReport(platform: Platform, handling: Handling): Promise<void> {
  return handle(platform, handling, 'claim', async (tx, row, now) => {
    await change(tx, row, { state: 'claimed', claimedBy: handling.by, claimedAt: now });
    await recordAct(tx, { by: handling.by, act: 'report.claimed', subject: row.id, data: { reportedId: row.reportedId } }, now);
  });
}

/** An operator gives a report back to the others. */
export function returnReport(platform: Platform, handling: Handling): Promise<void> {
  return handle(platform, handling, 'return', async (tx, row, now) => {
    await change(tx, row, { state: 'open', claimedBy: null, claimedAt: null });
    await recordAct(tx, { by: handling.by, act: 'report.returned', subject: row.id }, now);
  });
}

/** An operator says what becomes of a report that they have taken: both sides read it among their notifications and by mail. Who was reported hears nothing where nothing is said to them. */
export function answerReport(platform: Platform, handling: Handling, { decision, toReporter, toReported }: ReportAnswer): Promise<void> {
  return handle(platform, handling, 'answer', async (tx, row, now) => {
    const answered = await change(tx, row, { state: 'answered', decision, toReporter, toReported: toReported ?? null, answeredAt: now });
    await tellAnswered(tx, answered, now);
    for (const side of ['reporter', 'reported'] as const) tx.enqueue(mailReportJob, { reportId: row.id, side });
    await recordAct(
      tx,
      { by: handling.by, act: 'report.answered', subject: row.id, data: { decision, reason: toReporter, reportedId: row.reportedId } },
      now,
    );
  });
}

const sentences: Record<ReportVerb, (row: MemberReport) => string> = {
  claim: ({ state }) => (state === 'answered' ? 'This report has been answered.' : 'Another operator has taken this report.'),
  return: () => 'You have not taken this report.',
  answer: ({ state }) => (state === 'answered' ? 'This report has been answered.' : 'Take this report before you answer it.'),
};

async function handle(
  platform: Platform,
  { reportId, by }: Handling,
  verb: ReportVerb,
  work: (tx: Tx, row: MemberReport, now: Date) => Promise<void>,
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const [row] = isId(reportId) ? await tx.db.select().from(memberReport).where(eq(memberReport.id, reportId)).for('update') : [];
    if (!row) throw notFound(unknownReport);
    if (!mayDo(row, by, now).includes(verb)) {
      // Pressed twice it is the same claim.
      if (verb === 'claim' && row.state === 'claimed' && row.claimedBy === by) return;
      throw conflict(verb === 'claim' ? reportRefusals.taken : reportRefusals.notTaken, sentences[verb](row), { reportState: row.state });
    }
    await work(tx, row, now);
  });
}

async function change(tx: Tx, { id }: MemberReport, set: Partial<MemberReport>): Promise<MemberReport> {
  const [row] = await tx.db.update(memberReport).set(set).where(eq(memberReport.id, id)).returning();
  if (!row) throw new Error('a report under its lock is gone');
  return row;
}
