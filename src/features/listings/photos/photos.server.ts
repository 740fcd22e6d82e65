import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { photoKey } from '#platform/pictures/photo-key.ts';
import { photoRefusal, tooLargePhoto } from '#platform/pictures/photo-refusals.ts';
import { type ProcessedPicture, pictureWidths } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { type Listing, type ListingPhoto, listingRefusals } from '../contract.ts';
import { checkPhotoRule } from '../model/listing.checks.ts';
import { sweepPhotosJob } from '../model/listing.jobs.ts';
import { unknownListing, unknownPhoto } from '../model/listing.policy.ts';
import { frozenStatuses } from '../model/listing.process.ts';
import { listingLimits } from '../model/listing.rules.ts';
import { type ListingPhotoRow, type ListingRow, listingPhoto } from '../model/listing.tables.ts';
import { stateSentences } from '../model/state-sentences.ts';
import { getListing } from '../read/listing.queries.server.ts';
import { appendChange, lockListingFor, updateListing } from '../read/listing.write.server.ts';
import { checkDraftQuota } from './photo-quotas.server.ts';

export interface PhotoFile {
  /** Where the upload lies; the caller removes it. */
  path: string;
  /** As the sender calls it: for the sentence that a person reads, never for a path. */
  name: string;
}

/** A picture whose files are in the store already; `bytes` of all its widths. */
interface StoredPicture {
  id: string;
  bytes: number;
  /** Of the largest file. */
  sha256: string;
  picture: ProcessedPicture;
}

/**
 * Adds photos behind those that are there: all of them or none. Refuses: not the seller (403), unknown (404), reserved
 * or sold (409), more than twelve in all (422), and whatever a picture may be refused for, naming the file (413, 415,
 * 422).
 */
async function addPhotos(platform: Platform, actor: Actor, id: string, files: readonly PhotoFile[]): Promise<Listing> {
  if (files.length === 0) throw invalid({ photos: 'Choose at least 1 photo.' });
  await checkQuota(platform, actor, id, files.length);
  const made = files.map((file) => ({ file, id: newId() }));
  const keysOf = (photoId: string) => pictureWidths.map((width) => photoKey(photoId, width));
  // Should this process be killed half-way, the job takes away what no listing came to hold.
  await write(platform, async (tx) => {
    tx.enqueue(
      sweepPhotosJob,
      { photoIds: made.map((each) => each.id) },
      { runAt: addMs(platform.clock.now(), hourMs) },
    );
  });
  try {
    const pictures: StoredPicture[] = [];
    for (const { file, id: photoId } of made) {
      const picture = await platform.pictures.process(file.path, actor.id).catch((error) => {
        throw photoRefusal(error, file.name);
      });
      for (const size of picture.sizes)
        await platform.storage.put(photoKey(photoId, size.width), size.bytes, 'image/webp');
      const bytes = picture.sizes.reduce((sum, size) => sum + size.bytes.byteLength, 0);
      const sha256 = createHash('sha256')
        .update(picture.sizes.at(-1)?.bytes ?? '')
        .digest('hex');
      const sizes = picture.sizes.map(({ width }) => ({ width, bytes: new Uint8Array() }));
      pictures.push({ id: photoId, bytes, sha256, picture: { ...picture, sizes } });
    }
    await write(platform, (tx) => insertPhotos(tx, platform, actor, id, pictures));
  } catch (error) {
    for (const each of made) for (const key of keysOf(each.id)) await platform.storage.remove(key).catch(() => {});
    throw error;
  }
  return getListing(platform, id, actor.id);
}

/**
 * Receives the photos of a form and adds them. Refuses members who may not (403, 404), listings that cannot take any
 * (409, 410, 422) and members with too much stored or in progress (409, 429) before it reads a byte of the form, so
 * that uploads to others' listings cannot fill the disk.
 */
export async function receivePhotos(platform: Platform, actor: Actor, id: string, request: Request): Promise<Listing> {
  await checkQuota(platform, actor, id, 1);
  const limits = {
    field: 'photos',
    maxFiles: listingLimits.maxPhotos,
    maxFileBytes: listingLimits.photoBytes,
    tooLarge: tooLargePhoto,
  };
  return receiveUpload(platform, actor.id, request, limits, (files) => addPhotos(platform, actor, id, files));
}

/** Checks before a form is received and before it is decoded; the check repeats under the lock afterwards. */
async function checkQuota(platform: Platform, actor: Actor, id: string, count: number): Promise<void> {
  if (!isId(id)) throw notFound(unknownListing);
  await write(platform, async (tx) => {
    const row = await lockListingFor(tx, id, actor, 'change photos');
    checkEditable(row);
    checkCount(row.photos.length + count);
    if (row.status === 'draft') await checkDraftQuota(tx.db, actor.id, count);
  });
}

async function insertPhotos(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  id: string,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const now = platform.clock.now();
  const row = await lockListingFor(tx, id, actor, 'change photos');
  checkEditable(row);
  checkCount(row.photos.length + pictures.length);
  if (row.status === 'draft') await checkDraftQuota(tx.db, actor.id, pictures.length);
  await tx.db.insert(listingPhoto).values(
    pictures.map(({ id: photoId, picture, bytes, sha256 }, i) => ({
      id: photoId,
      listingId: id,
      position: row.photos.length + i,
      kind: 'upload' as const,
      width: picture.width,
      height: picture.height,
      widths: picture.sizes.map((size) => size.width),
      placeholder: picture.placeholder,
      sha256,
      alt: photoAlt(row.title, row.photos.length + i),
      bytes,
      createdAt: now,
    })),
  );
  await refreshPhotos(tx, row, now);
}

/** Removes one photo. Refuses the last one of a live listing whose price requires one (422). */
export async function removePhoto(platform: Platform, actor: Actor, id: string, photoId: string): Promise<Listing> {
  await changePhotos(platform, actor, id, async (tx, row, photos) => {
    if (!photos.some((photo) => photo.id === photoId)) throw notFound(unknownPhoto);
    if (row.status === 'active') checkPhotoRule(money(row.priceAmount, row.currency), photos.length - 1);
    await tx.db.delete(listingPhoto).where(eq(listingPhoto.id, photoId));
    tx.enqueue(sweepPhotosJob, { photoIds: [photoId] });
  });
  return getListing(platform, id, actor.id);
}

/** Puts the photos into this order. Refuses a list that is not exactly the photos that there are (422). */
export async function orderPhotos(
  platform: Platform,
  actor: Actor,
  id: string,
  order: readonly string[],
): Promise<Listing> {
  await changePhotos(platform, actor, id, async (tx, _row, photos) => {
    const isSame =
      order.length === photos.length &&
      new Set(order).size === order.length &&
      photos.every((photo) => order.includes(photo.id));
    if (!isSame) throw invalid({ photoIds: 'List each photo of the listing exactly once, in the new order.' });
    for (const [position, photoId] of order.entries())
      await tx.db.update(listingPhoto).set({ position }).where(eq(listingPhoto.id, photoId));
  });
  return getListing(platform, id, actor.id);
}

async function changePhotos(
  platform: Platform,
  actor: Actor,
  id: string,
  work: (tx: Tx, row: ListingRow, photos: ListingPhotoRow[]) => Promise<void>,
): Promise<void> {
  if (!isId(id)) throw notFound(unknownListing);
  await write(platform, async (tx) => {
    const row = await lockListingFor(tx, id, actor, 'change photos');
    checkEditable(row);
    await work(tx, row, await photosOf(tx, id));
    await refreshPhotos(tx, row, platform.clock.now());
  });
}

/** Job: removes the files of photos without a listing. Photos of orders stay, as evidence. */
export async function sweepPhotos(platform: Platform, photoIds: readonly string[]): Promise<void> {
  const rows = await platform.db
    .select({ id: listingPhoto.id })
    .from(listingPhoto)
    .where(inArray(listingPhoto.id, [...photoIds]));
  const held = new Set([...rows.map((row) => row.id), ...(await platform.evidence(platform.db, photoIds)).keys()]);
  for (const photoId of photoIds) {
    if (held.has(photoId) || !isId(photoId)) continue;
    for (const width of pictureWidths) await platform.storage.remove(photoKey(photoId, width));
  }
}

/** A draft was never public: its photos are deleted with it, including the files. */
export async function deleteDraftPhotos(tx: Tx, row: ListingRow, now: Date): Promise<ListingRow> {
  const photos = await photosOf(tx, row.id);
  if (photos.length === 0) return row;
  await tx.db.delete(listingPhoto).where(eq(listingPhoto.listingId, row.id));
  tx.enqueue(sweepPhotosJob, { photoIds: photos.map(({ id }) => id) });
  return updateListing(tx, row, { photos: [] }, now);
}

/** Names the photos of a listing by its new title; what readers see of them then, to be stored with the listing. */
export async function renamePhotos(tx: Tx, row: ListingRow, title: string): Promise<ListingPhoto[]> {
  const shown: ListingPhoto[] = [];
  for (const photo of await photosOf(tx, row.id)) {
    const alt = photo.kind === 'upload' ? photoAlt(title, photo.position) : photo.alt;
    if (alt !== photo.alt) await tx.db.update(listingPhoto).set({ alt }).where(eq(listingPhoto.id, photo.id));
    shown.push(presentPhoto({ ...photo, alt }));
  }
  return shown;
}

const photoAlt = (title: string, position: number) => `${title}, photo ${position + 1}`;

/** What readers see of a photo. */
export function presentPhoto(
  row: Pick<ListingPhotoRow, 'id' | 'width' | 'height' | 'widths' | 'alt' | 'placeholder'>,
): ListingPhoto {
  const { id, width, height, widths, alt, placeholder } = row;
  return { id, url: `/photos/${id}/${widths.at(-1) ?? 160}.webp`, width, height, alt, widths, placeholder };
}

/** Rewrites the readers' copy from the rows, in the transaction that changed them. */
async function refreshPhotos(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  const rows = await photosOf(tx, row.id);
  for (const [position, photo] of rows.entries()) {
    if (photo.position !== position)
      await tx.db.update(listingPhoto).set({ position }).where(eq(listingPhoto.id, photo.id));
  }
  const photoHashes = Object.fromEntries(rows.flatMap(({ id, sha256 }) => (sha256 === null ? [] : [[id, sha256]])));
  const updated = await updateListing(tx, row, { photos: rows.map(presentPhoto), photoHashes }, now);
  appendChange(tx, updated, 'photos');
}

/** The photos of a listing, in their order. */
export function photosOf(tx: Tx, id: string): Promise<ListingPhotoRow[]> {
  return tx.db
    .select()
    .from(listingPhoto)
    .where(eq(listingPhoto.listingId, id))
    .orderBy(asc(listingPhoto.position), asc(listingPhoto.id));
}

function checkEditable(row: ListingRow): void {
  if (frozenStatuses.includes(row.status))
    throw conflict(listingRefusals.frozen, `${stateSentences[row.status]} You can’t change its photos now.`, {
      listingStatus: row.status,
    });
}

function checkCount(count: number): void {
  if (count > listingLimits.maxPhotos)
    throw invalid({ photos: `Add at most ${listingLimits.maxPhotos} photos to a listing.` });
}
