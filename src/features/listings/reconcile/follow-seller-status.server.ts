import { traderDataDueAt } from '#features/traders/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { followStatusJob } from '../model/listing.jobs.ts';
import { settleListingsOf } from './reconcile-seller-listings.server.ts';

/**
 * Settles a seller's listings after what they show as a trader changed. Where time is left for it, looks again when
 * that is over.
 */
export async function followStatus(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await settleListingsOf(tx, sellerId, now);
    const dueAt = await traderDataDueAt(tx.db, sellerId);
    if (dueAt && dueAt > now) tx.enqueue(followStatusJob, { subject: sellerId }, { runAt: dueAt, key: sellerId });
  });
}
