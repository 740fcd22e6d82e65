import { listOpenCardReports } from '#features/card-reports/index.server.ts';
import { listNames } from '#features/members/index.server.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';

/**
 * The open reports of wrong card data with their senders, of one card or of all; noted in the security log. Times
 * are ISO 8601.
 */
export async function listCardReports({ db, security }: Pick<Platform, 'db' | 'security'>, cardId?: string) {
  const reports = await listOpenCardReports(db, cardId);
  if (reports.length > 0) security.note(adminSecurity.read, { outcome: 'done', what: 'reports' });
  const names = await listNames(
    db,
    reports.map(({ reporterId }) => reporterId),
  );
  return reports.map((report) => ({
    ...report,
    reporter: names.get(report.reporterId) ?? deletedName,
    createdAt: report.createdAt.toISOString(),
  }));
}
export type ListedCardReport = Awaited<ReturnType<typeof listCardReports>>[number];
