import { getCard } from '#features/catalogue/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict } from '#kernel/refusal.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type CardReportInput, cardReportRefusals } from './contract.ts';
import { cardReported } from './model/card-report.events.ts';
import { cardReportLimits } from './model/card-report.limits.ts';
import { cardReport } from './model/card-report.tables.ts';

/**
 * Reports a detail of a card as wrong and returns the report's id. Refuses an unknown card (404), a detail that this
 * member's open report names already (409), and more than 20 an hour (429).
 */
export async function reportCard(
  platform: Platform,
  actor: Actor,
  cardId: string,
  { field, note }: CardReportInput,
): Promise<string> {
  const { id: known } = await getCard(platform.db, cardId);
  await platform.limits.count(cardReportLimits.sent, actor.id);
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const id = newId(now.getTime());
    const row = { id, cardId: known, reporterId: actor.id, field, note, createdAt: now };
    const made = await tx.db.insert(cardReport).values(row).onConflictDoNothing().returning({ id: cardReport.id });
    if (made.length === 0)
      throw conflict(cardReportRefusals.alreadyOpen, 'You already reported this. We’re checking it.');
    tx.append(cardReported, { subject: id, version: 0, topics: [actsTopic] });
    tx.made(id);
    return id;
  });
}
