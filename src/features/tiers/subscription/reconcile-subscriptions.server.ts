import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { convergeJob } from '../model/tier.jobs.ts';
import { listSubscribers } from './subscription-record.server.ts';

const page = 500;

/**
 * Reads every member that Stripe knows, each in its own job, so that lost changes are recovered by the next morning and
 * one member's failure does not block the others. Returns how many.
 */
export async function reconcileSubscriptions(platform: Platform): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const userIds = await listSubscribers(platform.db, after, page);
    await write(platform, async (tx) => {
      for (const userId of userIds) tx.enqueue(convergeJob, { userId }, { key: userId });
    });
    count += userIds.length;
    after = userIds.at(-1) ?? '';
    if (userIds.length < page) return count;
  }
}
