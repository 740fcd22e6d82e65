import { and, eq, isNull } from 'drizzle-orm';
import { getCard } from '#features/catalogue/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import { actsTopic, recordAct } from '#platform/audit/audit.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cardReported } from './model/card-report.events.ts';
import type { CardReportOutcome } from './model/card-report.rules.ts';
import { cardReport } from './model/card-report.tables.ts';

export const cardReportUpdates: NotificationKind = {
  name: 'card-reports',
  rank: 47,
  label: 'Card data reports',
  means: 'We checked wrong card data that you reported.',
  icon: 'operator',
  act: 'View card',
  texts: {
    corrected: ({ card }: { card: string }) => ({
      title: `Card corrected: ${card}`,
      body: 'Thank you for your report. The card database is correct now.',
    }),
    unchanged: ({ card }: { card: string }) => ({
      title: `Card not changed: ${card}`,
      body: 'Thank you for your report. We checked the card and found its data correct.',
    }),
  },
};

/** Closes the open reports of a card, and notifies their reporters. Returns how many. */
export async function closeCardReports(
  platform: Platform,
  by: string,
  cardId: string,
  outcome: CardReportOutcome,
): Promise<number> {
  const { name } = await getCard(platform.db, cardId);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const closed = await tx.db
      .update(cardReport)
      .set({ outcome, closedAt: now })
      .where(and(eq(cardReport.cardId, cardId), isNull(cardReport.outcome)))
      .returning({ id: cardReport.id, reporterId: cardReport.reporterId });
    if (closed.length === 0) return 0;
    for (const userId of new Set(closed.map(({ reporterId }) => reporterId)))
      await notify(tx, {
        userId,
        kind: cardReportUpdates,
        code: outcome,
        params: { card: name },
        link: `/cards/${cardId}`,
        about: `card-report-${closed.find(({ reporterId }) => reporterId === userId)?.id}`,
        now,
      });
    await recordAct(tx, { by, act: 'card-reports.closed', subject: cardId, data: { outcome, name } }, now);
    tx.append(cardReported, { subject: cardId, version: now.getTime(), topics: [actsTopic] });
    return closed.length;
  });
}
