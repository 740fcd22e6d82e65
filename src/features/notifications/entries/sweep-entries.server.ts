import { addMs, dayMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';

/** So long an entry is kept, read or not. What it told of stands on the pages of its own. */
const retentionDays = 90;

/** Deletes the entries that are older. */
export async function sweepEntries({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'notification', 'created_at < $1', [addMs(clock.now(), -retentionDays * dayMs)]);
}
