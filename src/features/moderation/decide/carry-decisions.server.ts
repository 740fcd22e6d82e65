import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { ruling } from '../model/decision.tables.ts';
import { mailRulingJob } from '../model/moderation.jobs.ts';
import { mailRuling, tellRuling } from './notify-decision.server.ts';

/**
 * Gives a member who signed up again the decisions that still limit them, so that they read why, and can appeal as before.
 * Repeating it changes nothing.
 */
export async function carryRulings(platform: Platform, memberId: string, formerIds: readonly string[]): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const running = and(eq(ruling.act, 'limited'), isNull(ruling.endedAt), gt(ruling.until, now));
    const own = await tx.db
      .select()
      .from(ruling)
      .where(and(eq(ruling.memberId, memberId), running));
    if (own.length > 0) return;
    const formers = await tx.db
      .select()
      .from(ruling)
      .where(and(inArray(ruling.memberId, [...formerIds]), running))
      .orderBy(asc(ruling.id));
    for (const former of formers) {
      const row = { ...former, id: newId(now.getTime()), memberId };
      await tx.db.insert(ruling).values(row);
      await tellRuling(tx, row, now);
      tx.enqueue(mailRulingJob, { rulingId: row.id });
    }
  });
}

/** Mails the decision that suspended an account while it was deleted: until it was back there was no address to mail it to. */
export async function mailSuspension(platform: Platform, memberId: string): Promise<void> {
  const rows = await platform.db
    .select({ id: ruling.id })
    .from(ruling)
    .where(and(eq(ruling.memberId, memberId), eq(ruling.act, 'suspended'), isNull(ruling.endedAt)));
  for (const { id } of rows) await mailRuling(platform, id);
}
