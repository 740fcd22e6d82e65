import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type QueueSize, sizeOfQueue } from '#platform/queue-size.ts';
import { cardReport } from './model/card-report.tables.ts';

/** Most open reports that a list shows. */
const most = 200;

export function sizeOfCardReportQueue(db: Db): Promise<QueueSize> {
  return sizeOfQueue(db, sql`${cardReport.createdAt}`, sql`from ${cardReport} where ${cardReport.outcome} is null`);
}

/** The open reports, of one card or of all with the name of their card, the oldest first. */
export async function listOpenCardReports(db: Db, cardId?: string) {
  const rows = await db
    .select({
      id: cardReport.id,
      cardId: cardReport.cardId,
      reporterId: cardReport.reporterId,
      field: cardReport.field,
      note: cardReport.note,
      createdAt: cardReport.createdAt,
    })
    .from(cardReport)
    .where(and(isNull(cardReport.outcome), cardId === undefined ? undefined : eq(cardReport.cardId, cardId)))
    .orderBy(asc(cardReport.createdAt), asc(cardReport.id))
    .limit(most);
  const cards = await findCardsByIds(
    db,
    rows.map((row) => row.cardId),
  );
  return rows.map((row) => ({ ...row, cardName: cards.get(row.cardId)?.name ?? row.cardId }));
}
