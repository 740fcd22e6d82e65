import { inArray, sql } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { commitJob, undoJob } from '../model/bulk.jobs.ts';
import { bulkTimes } from '../model/bulk.process.ts';
import { bulkChange } from '../model/bulk.tables.ts';

/** Resumes changes whose job was given up or lost, and logs how many; normally none. */
export async function reconcileChanges(platform: Platform): Promise<void> {
  const before = addMs(platform.clock.now(), -bulkTimes.lostJobMs);
  await write(platform, async (tx) => {
    const stuck = await tx.db
      .select()
      .from(bulkChange)
      .where(
        sql`${inArray(bulkChange.status, ['committing', 'undoing'])} and coalesce(${bulkChange.movedAt}, ${bulkChange.committedAt}, ${bulkChange.createdAt}) < ${before}`,
      )
      .limit(200);
    if (stuck.length > 0)
      platform.log.warn('changes of listings that stood still are taken up', { changes: stuck.length });
    for (const { id, status } of stuck)
      tx.enqueue(status === 'committing' ? commitJob : undoJob, { changeId: id }, { key: `bulk ${id}` });
  });
}
