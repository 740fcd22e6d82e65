import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import type { FrozenMessage } from '../contract.ts';
import { pairOf } from '../model/message.rules.ts';
import { thread, threadMessage, threadPhoto } from '../model/message.tables.ts';
import { frozenMessages } from '../model/report.rules.ts';
import type { ReportedThing } from '../reports/report-subject.server.ts';

/**
 * A copy of the last messages of the two, newest first, even if a side deleted the thread: of the reported thread, or
 * of all. Excludes photos that are being deleted.
 */
export async function freezeMessages(
  tx: Tx,
  reporterId: string,
  { reportedId, said }: ReportedThing,
): Promise<FrozenMessage[]> {
  const { firstId, secondId } = pairOf(reporterId, reportedId);
  const rows = await tx.db
    .select({ message: threadMessage })
    .from(threadMessage)
    .innerJoin(thread, eq(thread.id, threadMessage.threadId))
    .where(
      and(
        eq(thread.firstId, firstId),
        eq(thread.secondId, secondId),
        said && eq(thread.id, said.threadId),
        said?.place === undefined ? undefined : lte(threadMessage.place, said.place + frozenMessages.after),
      ),
    )
    .orderBy(desc(threadMessage.createdAt), desc(threadMessage.id))
    .limit(frozenMessages.most);
  const shown = await lockPhotos(
    tx,
    rows.flatMap(({ message }) => message.photos.map(({ id }) => id)),
  );
  return rows.map(({ message: { id, threadId, senderId, text, photos, createdAt } }) => ({
    id,
    threadId,
    senderId,
    text,
    photos: photos.filter((photo) => shown.has(photo.id)),
    createdAt: createdAt.toISOString(),
  }));
}

/** The given photos that exist, locked until the caller commits: their sender may be deleted concurrently. */
async function lockPhotos(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .select({ id: threadPhoto.id })
    .from(threadPhoto)
    .where(inArray(threadPhoto.id, [...ids]))
    .for('share');
  return new Set(rows.map(({ id }) => id));
}
