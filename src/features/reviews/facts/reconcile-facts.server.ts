import { asc, lte } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { memberFacts } from '../model/review.tables.ts';
import { recountFacts } from './recount-facts.server.ts';
import { forgetFacts, lockFacts } from './update-facts.server.ts';

const atMost = 200;

/**
 * Counts anew whose time has come: what is too old leaves, and what a lost job or a process of the version before left
 * out is put right. Says in the log how many rows.
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
