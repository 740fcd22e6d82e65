import { and, eq, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { bothShown, type ShownTo } from '#platform/storage/evidence.ts';
import { sweepThreadPhotosJob } from '../model/message.jobs.ts';
import { reportTimes } from '../model/report.rules.ts';
import { memberReport, reportPhoto } from '../model/report.tables.ts';

/**
 * The given photos that a report retains. Those of messages are for the admins who have taken the report; those of the
 * reported content for every admin.
 */
export async function photosOfReports(db: Db, photoIds: readonly string[]): Promise<Map<string, ShownTo>> {
  const retained = new Map<string, ShownTo>();
  if (photoIds.length === 0) return retained;
  const rows = await db
    .select({ id: reportPhoto.photoId, ofThing: reportPhoto.ofThing, claimedBy: memberReport.claimedBy })
    .from(reportPhoto)
    .innerJoin(memberReport, eq(memberReport.id, reportPhoto.reportId))
    .where(inArray(reportPhoto.photoId, [...photoIds]));
  for (const { id, ofThing, claimedBy } of rows)
    retained.set(
      id,
      bothShown(retained.get(id), ofThing ? { members: [] } : { members: [], operators: claimers(claimedBy) }),
    );
  return retained;
}

const claimers = (claimedBy: string | null) => (claimedBy === null ? [] : [claimedBy]);

/** Job: deletes messages, the copied content and photos half a year after the answer; the statements stay. */
export async function sweepReports(platform: Platform): Promise<void> {
  const before = addMs(platform.clock.now(), -reportTimes.retentionDays * dayMs);
  await write(platform, async (tx) => {
    const old = await tx.db
      .select({ id: memberReport.id, kind: memberReport.subjectKind })
      .from(memberReport)
      .where(
        and(
          eq(memberReport.state, 'answered'),
          lt(memberReport.answeredAt, before),
          or(ne(memberReport.messages, []), isNotNull(memberReport.thing)),
        ),
      )
      .limit(200)
      .for('update');
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    await tx.db.update(memberReport).set({ messages: [], thing: null }).where(inArray(memberReport.id, ids));
    const photos = await tx.db.delete(reportPhoto).where(inArray(reportPhoto.reportId, ids)).returning();
    const said = photos.flatMap(({ ofThing, photoId }) => (ofThing ? [] : [photoId]));
    if (said.length > 0) tx.enqueue(sweepThreadPhotosJob, { photoIds: said });
    for (const { id, kind } of old) {
      const shown = photos.flatMap(({ ofThing, photoId, reportId }) => (ofThing && reportId === id ? [photoId] : []));
      if (shown.length > 0) platform.threadSubjects[kind]?.releasePhotos?.(tx, shown);
    }
  });
}
