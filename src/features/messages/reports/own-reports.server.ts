import { desc, eq, or } from 'drizzle-orm';
import { listNames } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { reasonForReported, reasonText } from '../model/report.rules.ts';
import { memberReport } from '../model/report.tables.ts';
import { capital, reportedTitle, reportedToThem } from './report-words.ts';

/** A report as one of its sides reads it. */
export interface OwnReport {
  id: string;
  /** `The listing "Charizard" of Kim`, or `You` in one about the reader. */
  what: string;
  /** Whether the reader is the reported member. The reporter is never disclosed. */
  isAboutMe: boolean;
  reason: string;
  /** `null`: it waits. */
  answer: string | null;
  at: string;
}

const shown = 20;

/** A member's newest reports, and the statements to them in reports about them. */
export async function listOwnReports(db: Db, memberId: string): Promise<OwnReport[]> {
  const rows = await db
    .select()
    .from(memberReport)
    .where(or(eq(memberReport.reporterId, memberId), eq(memberReport.reportedId, memberId)))
    .orderBy(desc(memberReport.createdAt))
    .limit(5 * shown);
  const names = await listNames(
    db,
    rows.map(({ reportedId }) => reportedId),
  );
  return rows
    .filter((row) => row.reporterId === memberId || row.toReported !== null)
    .slice(0, shown)
    .map((row) => {
      const isAboutMe = row.reportedId === memberId;
      const what = isAboutMe
        ? capital(reportedToThem(row))
        : reportedTitle(row, names.get(row.reportedId) ?? 'a deleted member');
      return {
        id: row.id,
        what,
        isAboutMe,
        reason: isAboutMe ? reasonForReported(row.reason) : reasonText(row.reason),
        answer: isAboutMe ? row.toReported : row.toReporter,
        at: (row.answeredAt ?? row.createdAt).toISOString(),
      };
    });
}
