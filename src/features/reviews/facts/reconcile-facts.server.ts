import { asc, lte } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { memberFacts } from '../model/review.tables.ts';
import { recountFacts } from './recount-facts.server.ts';
import { forgetFacts, lockFacts } from './update-facts.server.ts';

const atMost = 200;

/**
 * Recounts the members who are due: rows that are too old leave the window, and rows that a lost job or a process of an
 * older version missed are corrected. Logs how many rows.
 */
export async function reconcileFacts(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const due = await platform.db
    .select({ memberId: memberFacts.memberId })
    .from(memberFacts)
    .where(lte(memberFacts.renewAt, now))
    .orderBy(asc(memberFacts.renewAt))
    .limit(atMost);
  let mended = 0;
  for (const { memberId } of due)
    await write(platform, async (tx) => {
      if ((await lockFacts(tx, memberId, now)) === 'gone') await forgetFacts(tx, memberId);
      else mended += await recountFacts(tx, memberId, now);
    });
  if (mended > 0) platform.log.warn('facts of members are counted anew', { members: due.length, rows: mended });
}
