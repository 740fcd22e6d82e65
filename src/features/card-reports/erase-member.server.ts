import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { cardReportData } from './model/card-report.data.ts';
import { cardReport } from './model/card-report.tables.ts';

/** The reports in a member's data export. */
export async function exportCardReports(db: Db, memberId: string) {
  return { cardReports: await readOwnRows(db, cardReportData, 'card_report', memberId) };
}

export async function forgetCardReports(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await tx.db.delete(cardReport).where(eq(cardReport.reporterId, memberId));
}

export const cardReportsReturn: Restoration = { rows: { card_report: 'reporter_id = $1' } };
