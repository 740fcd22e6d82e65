import { weakMemo } from '#kernel/weak-memo.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';
import { retainedAfterRemovalMs } from '../model/listing.rules.ts';

/**
 * Views are written together after this pause: a listing that everybody looks at must not become a row that everybody
 * waits for.
 */
const flushAfterMs = 1_000;

/**
 * Counts one view of a listing. The number is written a moment later, in a batch; a killed process loses at most that
 * moment's views. The caller leaves out the seller's own views.
 */
export function countView(platform: Pick<Platform, 'pool' | 'log'>, listingId: string): void {
  const counts = waitingOf(platform.pool);
  if (counts.size === 0) setTimeout(() => void flushViews(platform), flushAfterMs).unref();
  counts.set(listingId, (counts.get(listingId) ?? 0) + 1);
}

/**
 * Writes what waits. Ids are ordered, so that two processes that write the same listings wait for each other instead of
 * in a circle; the listings stay what they are meanwhile, so that the views are tallied where they are
 * (`listing_tally`).
 */
export async function flushViews(platform: Pick<Platform, 'pool' | 'log'>): Promise<void> {
  const counts = waitingOf(platform.pool);
  if (counts.size === 0) return;
  const ids = [...counts.keys()].sort();
  const numbers = ids.map((id) => counts.get(id) ?? 0);
  counts.clear();
  try {
    await platform.pool.query({
      name: 'listing-views',
      text: `insert into listing_view (listing_id, views)
        select n.id, n.views from unnest($1::text[], $2::bigint[]) as n(id, views) join listing l on l.id = n.id order by n.id for share of l
        on conflict (listing_id) do update set views = listing_view.views + excluded.views`,
      values: [ids, numbers],
    });
  } catch (error) {
    platform.log.warn('views could not be counted', { error });
  }
}

const waitingOf = weakMemo((_pool: Platform['pool']) => new Map<string, number>());

/** The counts of listings that were removed a while ago and are no longer visible. */
export async function sweepViews({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - retainedAfterRemovalMs);
  const ofRemoved =
    "exists (select from listing l where l.id = listing_view.listing_id and l.status = 'removed' and l.updated_at < $1)";
  await sweepRows(pool, 'listing_view', ofRemoved, [before]);
}
