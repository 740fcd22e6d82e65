import { and, asc, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type QueueSize, sizeOfQueue } from '#platform/queue-size.ts';
import { type ReportFacts, type ReportPage, type ReportQuery, type ReportRow, reportFactsSchema } from '../contract.ts';
import { mayDo } from '../model/report.process.ts';
import { type ReportQueue, reasonCode, reasonText } from '../model/report.rules.ts';
import { type MemberReport, memberReport } from '../model/report.tables.ts';

export const unknownReport = 'We couldn’t find this report.';

const queues: Record<ReportQueue, (adminId: string) => SQL | undefined> = {
  open: () => eq(memberReport.state, 'open'),
  mine: (adminId) => and(eq(memberReport.state, 'claimed'), eq(memberReport.claimedBy, adminId)),
  claimed: (adminId) => and(eq(memberReport.state, 'claimed'), ne(memberReport.claimedBy, adminId)),
  answered: () => eq(memberReport.state, 'answered'),
};

/**
 * One list of the queue for an admin: waiting ones with the oldest first, answered ones with the newest first. Excludes
 * reports that the admin made or that are about them.
 */
export async function listReports(db: Db, adminId: string, { show, cursor, limit }: ReportQuery): Promise<ReportPage> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const isNewestFirst = show === 'answered';
  const position = sql`(${memberReport.createdAt}, ${memberReport.id})`;
  const rows = await db
    .select()
    .from(memberReport)
    .where(
      and(
        queues[show](adminId),
        ne(memberReport.reporterId, adminId),
        ne(memberReport.reportedId, adminId),
        after
          ? sql`${position} ${sql.raw(isNewestFirst ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]})`
          : undefined,
      ),
    )
    .orderBy(...[memberReport.createdAt, memberReport.id].map((column) => (isNewestFirst ? desc(column) : asc(column))))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: items.map(presentRow), nextCursor };
}

/** Reports that wait for this admin: open ones and those assigned to them. */
export function sizeOfReportQueue(db: Db, adminId: string): Promise<QueueSize> {
  const waits = and(
    or(queues.open(adminId), queues.mine(adminId)),
    ne(memberReport.reporterId, adminId),
    ne(memberReport.reportedId, adminId),
  );
  return sizeOfQueue(db, sql`${memberReport.createdAt}`, sql`from ${memberReport} where ${waits}`);
}

/** A report for an admin; its messages for the one who has taken it alone. Refuses an unknown one (404). */
export async function getReport(db: Db, adminId: string, id: string, now: Date): Promise<ReportFacts> {
  const [row] = isId(id) ? await db.select().from(memberReport).where(eq(memberReport.id, id)) : [];
  if (!row) throw notFound(unknownReport);
  return reportFactsSchema.parse({
    ...presentRow(row),
    text: row.text,
    claimedAt: row.claimedAt?.toISOString() ?? null,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    ground: row.ground,
    toReporter: row.toReporter,
    toReported: row.toReported,
    thing: row.thing,
    messageCount: row.messages.length,
    messages: row.claimedBy === adminId ? row.messages : null,
    may: mayDo(row, adminId, now),
  });
}

function presentRow(row: MemberReport): ReportRow {
  const {
    id,
    subjectKind: kind,
    subjectId,
    subjectTitle: title,
    reporterId,
    reportedId,
    reason,
    state,
    claimedBy,
    decision,
    createdAt,
  } = row;
  return {
    id,
    subject: { kind, id: subjectId, title },
    reporterId,
    reportedId,
    reason: reasonText(reason),
    reasonCode: reasonCode(reason),
    state,
    claimedBy,
    decision,
    createdAt: createdAt.toISOString(),
  };
}
