import { and, eq, inArray, lt, ne } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepThreadPhotosJob } from '../model/message.jobs.ts';
import { reportTimes } from '../model/report.rules.ts';
import { memberReport, reportPhoto } from '../model/report.tables.ts';

/** The given photos that a report retains, with the admins who have taken one: they alone may see them. */
export async function photosOfReports(db: Db, photoIds: readonly string[]): Promise<Map<string, string[]>> {
  const retained = new Map<string, string[]>();
  if (photoIds.length === 0) return retained;
  const rows = await db
    .select({ id: reportPhoto.photoId, claimedBy: memberReport.claimedBy })
    .from(reportPhoto)
    .innerJoin(memberReport, eq(memberReport.id, reportPhoto.reportId))
    .where(inArray(reportPhoto.photoId, [...photoIds]));
  for (const { id, claimedBy } of rows)
    retained.set(id, [...(retained.get(id) ?? []), ...(claimedBy === null ? [] : [claimedBy])]);
  return retained;
}

/** Job: deletes messages and photos half a year after the answer; the statements stay. */
export async function sweepReports(platform: Platform): Promise<void> {
  const before = addMs(platform.clock.now(), -reportTimes.retentionDays * dayMs);
  await write(platform, async (tx) => {
    const old = await tx.db
      .select({ id: memberReport.id })
      .from(memberReport)
      .where(
        and(eq(memberReport.state, 'answered'), lt(memberReport.answeredAt, before), ne(memberReport.messages, [])),
      )
      .limit(200)
      .for('update');
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await tx.db.update(memberReport).set({ messages: [] }).where(inArray(memberReport.id, ids));
    const photos = await tx.db.delete(reportPhoto).where(inArray(reportPhoto.reportId, ids)).returning();
    if (photos.length > 0) tx.enqueue(sweepThreadPhotosJob, { photoIds: photos.map(({ photoId }) => photoId) });
  });
}
