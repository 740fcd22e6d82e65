import { findSellers, listNames } from '#features/members/index.server.ts';
import type { ReportQuery } from '#features/messages/contract.ts';
import { getReport, listReports } from '#features/messages/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import type { PanelRow } from '#platform/admin-panel.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import { type NamedReportView, namedReportSchema, type ReportQueueView, reportQueueSchema } from '../contract.ts';
import { readCaseNotes } from './case-notes.server.ts';
import { measuresOf } from './report-measures.server.ts';

type Reader = Pick<Platform, 'db' | 'clock' | 'security'>;

/** A list of the queue with names. */
export async function listNamedReports(
  { db, security }: Reader,
  query: ReportQuery,
  adminId: string,
): Promise<ReportQueueView> {
  security.note(adminSecurity.read, { outcome: 'done', what: 'reports' });
  const { items, nextCursor } = await listReports(db, adminId, query);
  const named = await withNames(db, items);
  return reportQueueSchema.parse({ items: named, nextCursor });
}

/** A report with names. Refuses an unknown one (404), and one by or about this admin (403). */
export function inspectNamedReport(platform: Reader, id: string, adminId: string): Promise<NamedReportView> {
  return platform.security.follow(adminSecurity.read, { what: 'report' }, look(platform, id, adminId), (report) => ({
    subject: report.id,
  }));
}

async function look({ db, clock }: Reader, id: string, adminId: string): Promise<NamedReportView> {
  const report = await getReport(db, adminId, id, clock.now());
  adminPolicy.check({ id: adminId, role: 'admin' }, 'look at reports', report);
  const [named] = await withNames(db, [report]);
  return namedReportSchema.parse({ ...named, notes: await readCaseNotes({ db }, id), measures: measuresOf(report) });
}

/** Refuses a report by or about this admin (403) and an unknown one (404). No lock: its parties never change. */
export async function checkNotOwnReport(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  adminId: string,
  reportId: string,
): Promise<void> {
  adminPolicy.check(
    { id: adminId, role: 'admin' },
    'answer a report',
    await getReport(db, adminId, reportId, clock.now()),
  );
}

/** The panels of the member page that are about a member's conduct. */
const conduct = ['reports', 'rulings'];

/** What an admin weighs a report with: the sales of the reported member, reports about them and decisions. */
export async function readRecord(platform: Platform, memberId: string, adminId: string): Promise<PanelRow[]> {
  const panels = platform.adminPanels.filter(({ id }) => conduct.includes(id));
  const sales = (await findSellers(platform.db, [memberId])).get(memberId)?.totalSales ?? 0;
  const rows = await Promise.all(panels.map((panel) => panel.read(platform, memberId, adminId)));
  return [{ label: 'Sales', value: formatNumber(sales) }, ...rows.flat()];
}

async function withNames<T extends { reporterId: string; reportedId: string; claimedBy: string | null }>(
  db: Platform['db'],
  reports: readonly T[],
) {
  const names = await listNames(
    db,
    reports.flatMap(({ reporterId, reportedId, claimedBy }) => [reporterId, reportedId, claimedBy ?? reportedId]),
  );
  return reports.map((report) => ({
    ...report,
    reporterName: names.get(report.reporterId) ?? null,
    reportedName: names.get(report.reportedId) ?? null,
    claimedByName: (report.claimedBy && names.get(report.claimedBy)) || null,
  }));
}
