import { slicesOf } from '#kernel/numbers/slices.ts';
import { addMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { keySearchesJob, matchNewJob, matchRepricedJob } from '../model/alert.jobs.ts';
import { matchCopies } from './match-copies.server.ts';

/** Listings that are matched together; more would block the process. */
const atOnce = 125;

/** Matches new listings. While searches are keyed by a new catalogue, the listings wait for that. */
export async function matchNew(
  platform: Platform,
  listingIds: readonly string[],
  to = { toFollowers: true },
): Promise<void> {
  for (const some of slicesOf(listingIds, atOnce))
    if (!(await matchCopies(platform, some, to))) await matchLater(platform, some, to);
}

async function matchLater(
  platform: Platform,
  listingIds: readonly string[],
  { toFollowers }: { toFollowers: boolean },
): Promise<void> {
  await write(platform, async (tx) => {
    tx.enqueue(keySearchesJob, {}, { key: 'all' });
    const runAt = addMs(platform.clock.now(), minuteMs);
    if (!toFollowers)
      return tx.enqueue(
        matchRepricedJob,
        { data: { live: [...listingIds], shown: [] } },
        { key: `${listingIds[0]}-repriced-later`, runAt },
      );
    for (const subject of listingIds) tx.enqueue(matchNewJob, { subject }, { key: `${subject}-later`, runAt });
  });
}
