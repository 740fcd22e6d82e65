import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { isSuspended } from '#features/members/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { ReceivedFile } from '#platform/http/requests/multipart.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { photoKey } from '#platform/pictures/photo-key.ts';
import { photoBytes, photoRefusal, tooLargePhoto } from '#platform/pictures/photo-refusals.ts';
import { pictureWidths } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import type { Evidence } from '#platform/storage/evidence.ts';
import { refuseBlocked } from '../blocks/blocks.server.ts';
import { type MessagePhoto, messageRefusals, type SentPhotos } from '../contract.ts';
import { sweepThreadPhotosJob } from '../model/message.jobs.ts';
import { messagePolicy, unknownThread } from '../model/message.policy.ts';
import { messageLimits } from '../model/message.rules.ts';
import { type ThreadPhotoRow, thread, threadMessage, threadPhoto } from '../model/message.tables.ts';
import { messagesQuotas } from '../model/messages.quotas.ts';
import { photosOfReports } from '../reports/report-evidence.server.ts';

/**
 * Receives a form's photos for an own thread: all of them or none; a message must carry them within a day. Refuses,
 * before the form is read: a thread of others (404), a block (403), an unreachable member (409), too many waiting
 * photos (409). Refuses a file that is no photo, naming it (413, 422).
 */
export async function receiveThreadPhotos(
  platform: Platform,
  actor: Actor,
  threadId: string,
  request: Request,
): Promise<SentPhotos> {
  await checkSender(platform.db, actor, threadId, 1);
  const limits = { field: 'photos', maxFiles: messageLimits.photos, maxFileBytes: photoBytes, tooLarge: tooLargePhoto };
  const photos = await receiveUpload(platform, actor.id, request, limits, (files) =>
    storePhotos(platform, actor, threadId, files),
  );
  return { ids: photos.map(({ id }) => id), photos };
}

async function checkSender(db: Db, actor: Actor, threadId: string, more: number): Promise<void> {
  const [row] = isId(threadId) ? await db.select().from(thread).where(eq(thread.id, threadId)) : [];
  if (!row) throw notFound(unknownThread);
  messagePolicy.check(actor, 'attach', row);
  const other = row.firstId === actor.id ? row.secondId : row.firstId;
  await refuseBlocked({ db }, actor.id, other);
  if (await isSuspended(db, other))
    throw conflict(
      messageRefusals.notReachable,
      'This member can’t receive messages. You can still read the conversation.',
    );
  const [waiting] = await db
    .select({ n: count() })
    .from(threadPhoto)
    .where(and(eq(threadPhoto.memberId, actor.id), isNull(threadPhoto.messageId)));
  if ((waiting?.n ?? 0) + more > messagesQuotas.photosWaiting.most) throw overQuota(messagesQuotas.photosWaiting);
}

async function storePhotos(
  platform: Platform,
  actor: Actor,
  threadId: string,
  files: readonly ReceivedFile[],
): Promise<MessagePhoto[]> {
  if (files.length === 0) throw invalid({ photos: 'Select at least 1 photo.' });
  await checkSender(platform.db, actor, threadId, files.length);
  const made = files.map((file) => ({ file, id: newId() }));
  const photoIds = made.map(({ id }) => id);
  // Removes photos without a message, and leftovers of a killed process.
  await write(platform, async (tx) =>
    tx.enqueue(sweepThreadPhotosJob, { photoIds }, { runAt: addMs(platform.clock.now(), dayMs) }),
  );
  try {
    const rows: ThreadPhotoRow[] = [];
    for (const { file, id } of made) {
      const picture = await platform.pictures.process(file.path, actor.id).catch((error) => {
        throw photoRefusal(error, file.name);
      });
      for (const size of picture.sizes) await platform.storage.put(photoKey(id, size.width), size.bytes, 'image/webp');
      const { width, height, placeholder } = picture;
      rows.push({
        id,
        threadId,
        memberId: actor.id,
        messageId: null,
        width,
        height,
        placeholder,
        widths: picture.sizes.map((size) => size.width),
        bytes: picture.sizes.reduce((sum, size) => sum + size.bytes.byteLength, 0),
        createdAt: platform.clock.now(),
      });
    }
    await write(platform, async (tx) => {
      await checkSender(tx.db, actor, threadId, rows.length);
      await tx.db.insert(threadPhoto).values(rows);
    });
    return rows.map(presentMessagePhoto);
  } catch (error) {
    for (const id of photoIds) await removeFiles(platform, id).catch(() => {});
    throw error;
  }
}

function presentMessagePhoto({ id, width, height, widths, placeholder }: ThreadPhotoRow, at: number): MessagePhoto {
  return {
    id,
    url: `/photos/${id}/${widths.at(-1) ?? 160}.webp`,
    width,
    height,
    alt: `Photo ${at + 1}`,
    widths,
    placeholder,
  };
}

/** Attaches the sender's uploaded photos of the thread to a new message, in this order. Refuses any other (422). */
export async function carryPhotos(
  tx: Tx,
  { threadId, messageId, memberId }: { threadId: string; messageId: string; memberId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.db
    .update(threadPhoto)
    .set({ messageId })
    .where(
      and(
        inArray(threadPhoto.id, [...ids]),
        eq(threadPhoto.threadId, threadId),
        eq(threadPhoto.memberId, memberId),
        isNull(threadPhoto.messageId),
      ),
    )
    .returning();
  if (rows.length !== ids.length) throw unknownPhotos();
}

/** The member's uploaded photos of a thread without a message, in this order. Refuses any other (422). */
export async function findWaitingPhotos(
  tx: Tx,
  threadId: string,
  memberId: string,
  ids: readonly string[],
): Promise<MessagePhoto[]> {
  if (ids.length === 0) return [];
  if (!ids.every(isId)) throw unknownPhotos();
  const rows = await tx.db
    .select()
    .from(threadPhoto)
    .where(
      and(
        inArray(threadPhoto.id, [...ids]),
        eq(threadPhoto.threadId, threadId),
        eq(threadPhoto.memberId, memberId),
        isNull(threadPhoto.messageId),
      ),
    );
  return ids.map((id, at) => {
    const row = rows.find((each) => each.id === id);
    if (!row) throw unknownPhotos();
    return presentMessagePhoto(row, at);
  });
}

const unknownPhotos = () => invalid({ photos: 'A photo is no longer available. Add it again.' });

/**
 * The thread's two members may see a message's photo, and its sender alone one without a message (404 for all others).
 * A photo that a report retains is visible to admins, even after the message is deleted.
 */
export const photosOfThreads: Evidence = async (db, photoIds) => {
  const rows = await db
    .select({ id: threadPhoto.id, memberId: threadPhoto.memberId, messageId: threadPhoto.messageId, thread })
    .from(threadPhoto)
    .innerJoin(thread, eq(thread.id, threadPhoto.threadId))
    .where(inArray(threadPhoto.id, [...photoIds]));
  const reported = await photosOfReports(db, photoIds);
  const shown = new Map(reported);
  for (const { id, memberId, messageId, thread: of } of rows)
    shown.set(id, {
      members: messageId === null ? [memberId] : [of.firstId, of.secondId],
      operators: reported.get(id)?.operators ?? [],
    });
  return shown;
};

/** Job: removes the given photos without a message, rows and files; files that a report retains stay. */
export async function sweepThreadPhotos(platform: Platform, photoIds: readonly string[]): Promise<void> {
  const ids = photoIds.filter(isId);
  const retained = await write(platform, async (tx) => {
    await tx.db.delete(threadPhoto).where(and(inArray(threadPhoto.id, ids), isNull(threadPhoto.messageId)));
    const carried = await tx.db.select({ id: threadPhoto.id }).from(threadPhoto).where(inArray(threadPhoto.id, ids));
    return new Set([...carried.map(({ id }) => id), ...(await photosOfReports(tx.db, ids)).keys()]);
  });
  for (const id of ids) if (!retained.has(id)) await removeFiles(platform, id);
}

async function removeFiles({ storage }: Pick<Platform, 'storage'>, id: string): Promise<void> {
  for (const width of pictureWidths) await storage.remove(photoKey(id, width));
}

/** Removes a deleted member's photos, with all files that no report retains; the texts of their messages stay. */
export async function forgetPhotos(tx: Tx, memberId: string, undoUntil: Date | null): Promise<void> {
  const gone = await tx.db.delete(threadPhoto).where(eq(threadPhoto.memberId, memberId)).returning();
  if (gone.length === 0) return;
  const messageIds = gone.flatMap(({ messageId }) => messageId ?? []);
  await tx.db.update(threadMessage).set({ photos: [] }).where(inArray(threadMessage.id, messageIds));
  tx.enqueue(sweepThreadPhotosJob, { photoIds: gone.map(({ id }) => id) }, undoUntil ? { runAt: undoUntil } : {});
}
