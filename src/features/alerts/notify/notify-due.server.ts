import { and, eq, isNull } from 'drizzle-orm';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { runOtherMatchings } from '../match/matchers.server.ts';
import { notifyJob } from '../model/alert.jobs.ts';
import { alert } from '../model/alert.tables.ts';

/** Jobs of members that one transaction enqueues. */
const atOnce = 500;

/** Enqueues a job for each member with an alert that is due at this moment. Idempotent. */
export async function notifyDue(platform: Platform, at: Date): Promise<void> {
  const isDue = and(eq(alert.dueAt, at), isNull(alert.toldAt));
  const listings = await platform.db.selectDistinct({ id: alert.listingId }).from(alert).where(isDue);
  const ids = listings.map(({ id }) => id);
  if (ids.length > 0) await runOtherMatchings(platform, ids);
  const due = await platform.db.selectDistinct({ memberId: alert.memberId }).from(alert).where(isDue);
  for (const some of slicesOf(due, atOnce))
    await write(platform, async (tx) => {
      for (const { memberId } of some) tx.enqueue(notifyJob, { memberId }, { key: memberId });
    });
}
