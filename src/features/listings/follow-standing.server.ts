import { storedTierOf } from '#features/members/index.server.ts';
import { traderDataDueAt } from '#features/traders/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { followStandingJob } from './listing.jobs.ts';
import { applyStanding } from './standing-change.server.ts';
import { applyTierToListings } from './tier-change.server.ts';

/**
 * Brings a seller's listings in line with what they show as a trader, read now: of several changes in a row the last one counts. Where time is left for it,
 * looks again when that is over.
 */
export async function followStanding(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const isBack = await applyStanding(tx, sellerId, now);
    // The tier may have changed meanwhile.
    if (isBack) await applyTierToListings(tx, sellerId, await storedTierOf(tx.db, sellerId), now);
    const dueAt = await traderDataDueAt(tx.db, sellerId);
    if (dueAt && dueAt > now) tx.enqueue(followStandingJob, { subject: sellerId }, { runAt: dueAt, key: sellerId });
  });
}
