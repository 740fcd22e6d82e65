import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { checklistRows, type ListingSnapshot } from '#features/listings/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
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
import { orderRefusals, type ProblemInPhotos, type ProblemPhoto } from '../contract.ts';
import { appendChanged, lockOrder } from '../fulfil/move-order.server.ts';
import { sweepProblemPhotosJob } from '../model/order.jobs.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { type OrderPhotoRow, type OrderRow, orderPhoto, orders } from '../model/order.tables.ts';
import { ordersQuotas } from '../model/orders.limits.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';

const { most } = ordersQuotas.problemPhotos;

/** The limits of a form with photos of a problem. */
export const problemUpload = {
  field: 'photos',
  maxFiles: most,
  maxFileBytes: photoBytes,
  tooLarge: tooLargePhoto,
} as const;

/**
 * Receives photos of a problem from the buyer who reported it: all of a form or none, while it is open. Who is no side
 * of the order (404) or its seller (403), where no problem is open or there are as many as may be (409) is refused
 * before a byte of the form is read; a file that is no photo, naming it (413, 422).
 */
export async function receiveProblemPhotos(
  platform: Platform,
  actor: Actor,
  orderId: string,
  request: Request,
): Promise<ProblemPhoto[]> {
  const { order } = await getOrderFor(platform.db, actor.id, orderId);
  await checkOpen(platform.db, actor, order, 1);
  return receiveUpload(platform, actor.id, request, problemUpload, (files) =>
    keepPhotos(platform, actor, orderId, files),
  );
}

async function checkOpen(db: Db, actor: Actor, order: OrderRow, more: number): Promise<void> {
  orderPolicy.check(actor, 'show a problem', order);
  if (order.status !== 'disputed') throw conflict(orderRefusals.wrongState, 'Report a problem before you add photos.');
  if ((await db.$count(orderPhoto, eq(orderPhoto.orderId, order.id))) + more > most)
    throw overQuota(ordersQuotas.problemPhotos);
}

/** Keeps photos that have come in. Refuses as `receiveProblemPhotos` does. */
export async function keepPhotos(
  platform: Platform,
  actor: Actor,
  orderId: string,
  files: readonly ReceivedFile[],
): Promise<ProblemPhoto[]> {
  if (files.length === 0) throw invalid({ photos: 'Choose at least 1 photo.' });
  const made = files.map((file) => ({ file, id: newId() }));
  const photoIds = made.map(({ id }) => id);
  // Takes away what a process that was killed half-way has left.
  await write(platform, async (tx) =>
    tx.enqueue(sweepProblemPhotosJob, { photoIds }, { runAt: addMs(platform.clock.now(), hourMs) }),
  );
  try {
    const rows: OrderPhotoRow[] = [];
    for (const { file, id } of made)
      rows.push({ id, orderId, createdAt: platform.clock.now(), ...(await store(platform, actor, file, id)) });
    await write(platform, async (tx) => {
      const order = await lockOrder(tx, orderId);
      await checkOpen(tx.db, actor, order, rows.length);
      await tx.db.insert(orderPhoto).values(rows);
      const [changed] = await tx.db
        .update(orders)
        .set({ version: order.version + 1, sellerRead: false })
        .where(eq(orders.id, orderId))
        .returning();
      if (changed) appendChanged(tx, changed, order.status, 'buyer');
    });
    return rows.map(presentPhoto);
  } catch (error) {
    for (const id of photoIds) await removeFiles(platform, id).catch(() => {});
    throw error;
  }
}

async function store(platform: Platform, actor: Actor, file: ReceivedFile, id: string) {
  const picture = await platform.pictures.process(file.path, actor.id).catch((error) => {
    throw photoRefusal(error, file.name);
  });
  for (const size of picture.sizes) await platform.storage.put(photoKey(id, size.width), size.bytes, 'image/webp');
  const { width, height, placeholder, sizes } = picture;
  const largest = sizes.reduce((one, other) => (other.width > one.width ? other : one));
  const sha256 = createHash('sha256').update(largest.bytes).digest('hex');
  return {
    width,
    height,
    placeholder,
    widths: sizes.map((size) => size.width),
    sha256,
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
  };
}

/** The buyer's photos of a problem, in the order of upload. */
export async function listProblemPhotos(db: Db, orderId: string): Promise<ProblemPhoto[]> {
  const rows = await db
    .select()
    .from(orderPhoto)
    .where(eq(orderPhoto.orderId, orderId))
    .orderBy(asc(orderPhoto.createdAt), asc(orderPhoto.id));
  return rows.map(presentPhoto);
}

function presentPhoto({ id, width, height, widths, placeholder, createdAt }: OrderPhotoRow, at: number): ProblemPhoto {
  const url = `/photos/${id}/${widths.at(-1) ?? 160}.webp`;
  return {
    id,
    url,
    width,
    height,
    alt: `The buyer’s photo ${at + 1}`,
    widths,
    placeholder,
    createdAt: createdAt.toISOString(),
  };
}

/** Visible to the two sides of the order, and to admins, who decide. */
export const photosOfProblems: Evidence = async (db, photoIds) => {
  const { rows } = await connectionOf(db).query<{ id: string; members: string[] }>({
    name: 'orders-problem-photos',
    text: 'select p.id, array[o.buyer_id, o.seller_id] as members from order_photo p join orders o on o.id = p.order_id where p.id = any($1)',
    values: [photoIds],
  });
  return new Map(rows.map(({ id, members }) => [id, { members }]));
};

/** Job: the files of those of these photos that no order has. */
export async function sweepProblemPhotos(platform: Platform, photoIds: readonly string[]): Promise<void> {
  const ids = photoIds.filter(isId);
  const rows = await platform.db.select({ id: orderPhoto.id }).from(orderPhoto).where(inArray(orderPhoto.id, ids));
  const referenced = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!referenced.has(id)) await removeFiles(platform, id);
}

async function removeFiles({ storage }: Pick<Platform, 'storage'>, id: string): Promise<void> {
  for (const width of pictureWidths) await storage.remove(photoKey(id, width));
}

/** A buyer who goes takes the photos along that they took. */
export async function forgetProblemPhotos(tx: Tx, buyerId: string, undoUntil: Date | null): Promise<void> {
  const bought = tx.db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, buyerId));
  const gone = await tx.db
    .delete(orderPhoto)
    .where(inArray(orderPhoto.orderId, bought))
    .returning({ id: orderPhoto.id });
  if (gone.length > 0)
    tx.enqueue(sweepProblemPhotosJob, { photoIds: gone.map(({ id }) => id) }, undoUntil ? { runAt: undoUntil } : {});
}

/**
 * The items as their listings showed them at the time of purchase, with the seller's condition checks; for several
 * cards with the name of each.
 */
export function soldAs(
  snapshots: readonly Pick<ListingSnapshot, 'title' | 'photos' | 'checklist'>[],
): Pick<ProblemInPhotos, 'sold' | 'checked'> {
  const checked = snapshots.flatMap(({ title, checklist }) =>
    checklistRows(checklist).map(([part, words]): [string, string] => [
      snapshots.length > 1 ? `${title}: ${part}` : part,
      words,
    ]),
  );
  return { sold: snapshots.flatMap(({ photos }) => photos), checked };
}
