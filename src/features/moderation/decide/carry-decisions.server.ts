import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { decision } from '../model/decision.tables.ts';
import { mailDecisionJob } from '../model/moderation.jobs.ts';
import { mailDecision, notifyDecision } from './notify-decision.server.ts';

/**
 * Moves the decisions that still limit a member to their new account, where they can read and appeal as before.
 * Idempotent.
 */
export async function carryDecisions(
  platform: Platform,
  memberId: string,
  formerIds: readonly string[],
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const running = and(eq(decision.act, 'limited'), isNull(decision.endedAt), gt(decision.until, now));
    const own = await tx.db
      .select()
      .from(decision)
      .where(and(eq(decision.memberId, memberId), running));
    if (own.length > 0) return;
    const formers = await tx.db
      .select()
      .from(decision)
      .where(and(inArray(decision.memberId, [...formerIds]), running))
      .orderBy(asc(decision.id));
    for (const former of formers) {
      const row = { ...former, id: newId(now.getTime()), memberId };
      await tx.db.insert(decision).values(row);
      await notifyDecision(tx, row, now);
      tx.enqueue(mailDecisionJob, { rulingId: row.id });
    }
  });
}

/** Emails the decision that suspended a deleted account once it is restored, since it has an address only then. */
export async function mailSuspension(platform: Platform, memberId: string): Promise<void> {
  const rows = await platform.db
    .select({ id: decision.id })
    .from(decision)
    .where(and(eq(decision.memberId, memberId), eq(decision.act, 'suspended'), isNull(decision.endedAt)));
  for (const { id } of rows) await mailDecision(platform, id);
}
