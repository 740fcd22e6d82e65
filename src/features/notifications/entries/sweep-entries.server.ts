import { addMs, dayMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';

/** Days that an entry is retained, read or not. */
const retentionDays = 90;

/** Deletes expired entries. */
export async function sweepEntries({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'notification', 'created_at < $1', [addMs(clock.now(), -retentionDays * dayMs)]);
}
