import { count, eq, sql } from 'drizzle-orm';
import { addMs, hourMs } from '#kernel/time.ts';
import type { AdminPanel } from '#platform/admin-panel.ts';
import type { Db } from '#platform/db/db.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { reportTimes } from '../model/report.rules.ts';
import { memberReport } from '../model/report.tables.ts';

/** What an admin sees of the reports by a member and about them: counts, never the reporter. */
export const reportsPanel: AdminPanel = {
  id: 'reports',
  rank: 30,
  title: 'Reports',
  async read({ db }, memberId) {
    const about = await counted(db, eq(memberReport.reportedId, memberId));
    const own = await counted(db, eq(memberReport.reporterId, memberId));
    return [
      { label: 'About this member', value: words(about) },
      { label: 'By this member', value: words(own) },
    ];
  },
};

type Counted = { decision: 'upheld' | 'dismissed' | null; n: number }[];

function counted(db: Db, of: ReturnType<typeof eq>): Promise<Counted> {
  return db
    .select({ decision: memberReport.decision, n: count() })
    .from(memberReport)
    .where(of)
    .groupBy(memberReport.decision);
}

function words(rows: Counted): string {
  const of = (decision: Counted[number]['decision']) => rows.find((row) => row.decision === decision)?.n ?? 0;
  if (rows.length === 0) return 'None';
  return `Violation: ${of('upheld')} · No violation: ${of('dismissed')} · Open: ${of(null)}`;
}

/** An alert when a report waits for more than a day. */
export const reportTroubles: readonly Trouble[] = [
  {
    name: 'messages.reports',
    severity: 'soon',
    sentence: 'Reports have been open for more than a day.',
    advice: { sentence: 'Assign each report to yourself and close it.', to: '/admin/reports' },
    count: (db, now) =>
      countFew(
        db,
        sql`from member_report where state <> 'answered' and created_at < ${addMs(now, -reportTimes.lateHours * hourMs)}`,
      ),
  },
];
