import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { type MemberReport, memberReport } from '../model/report.tables.ts';

/** The reporter; null when the report does not exist or the reporter has been deleted. */
export async function reporterOf(db: Db, reportId: string | null): Promise<string | null> {
  if (reportId === null) return null;
  const [row] = await db
    .select({ id: memberReport.reporterId })
    .from(memberReport)
    .where(eq(memberReport.id, reportId));
  return row?.id ?? null;
}

/** The reports that a member made. */
export async function reportsBy(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberReport.id })
    .from(memberReport)
    .where(eq(memberReport.reporterId, memberId))
    .limit(10_000);
  return rows.map(({ id }) => id);
}

/** What reports are about, by their ids. */
export async function subjectsOfReports(
  db: Db,
  reportIds: readonly (string | null)[],
): Promise<Map<string, { kind: MemberReport['subjectKind']; id: string | null; title: string | null }>> {
  const ids = reportIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      reportId: memberReport.id,
      kind: memberReport.subjectKind,
      id: memberReport.subjectId,
      title: memberReport.subjectTitle,
    })
    .from(memberReport)
    .where(inArray(memberReport.id, ids));
  return new Map(rows.map(({ reportId, ...subject }) => [reportId, subject]));
}

/** Whether an unanswered report is about this thing. */
export async function isReported(db: Db, kind: MemberReport['subjectKind'], id: string): Promise<boolean> {
  const waits = and(
    eq(memberReport.subjectKind, kind),
    eq(memberReport.subjectId, id),
    ne(memberReport.state, 'answered'),
  );
  return (await db.select({ id: memberReport.id }).from(memberReport).where(waits).limit(1)).length > 0;
}
