import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepPhotosJob } from '../model/listing.jobs.ts';
import { retainedAfterRemovalMs } from '../model/listing.rules.ts';
import { listing, listingPhoto } from '../model/listing.tables.ts';
import { updateListing } from '../read/listing.write.server.ts';
import { photosOf, presentPhoto } from './photos.server.ts';

/** Listings of one batch. */
const batch = 200;

/** The photos of listings that were removed a month ago, rows and files, but for those that an order shows. */
export async function sweepRemovedPhotos(platform: Platform): Promise<void> {
  for (let after = ''; ; ) {
    const found = await platform.db
      .select({ id: listingPhoto.listingId, photoIds: sql<string[]>`array_agg(${listingPhoto.id})` })
      .from(listingPhoto)
      .innerJoin(listing, eq(listing.id, listingPhoto.listingId))
      .where(and(wasRemovedBefore(longAgo(platform)), gt(listingPhoto.listingId, after)))
      .groupBy(listingPhoto.listingId)
      .orderBy(listingPhoto.listingId)
      .limit(batch);
    const shown = await platform.evidence(
      platform.db,
      found.flatMap(({ photoIds }) => photoIds),
    );
    for (const { id, photoIds } of found)
      if (photoIds.some((photoId) => !shown.has(photoId))) await sweepOne(platform, id);
    const last = found.at(-1);
    if (!last || found.length < batch) return;
    after = last.id;
  }
}

/** Checks again under the lock. A removed listing cannot be ordered, so a photo without an order stays without one. */
async function sweepOne(platform: Platform, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(listing)
      .where(and(eq(listing.id, id), wasRemovedBefore(longAgo(platform))))
      .for('update');
    if (!row) return;
    const photos = await photosOf(tx, id);
    const shown = await platform.evidence(
      tx.db,
      photos.map((photo) => photo.id),
    );
    const photoIds = photos.flatMap((photo) => (shown.has(photo.id) ? [] : [photo.id]));
    if (photoIds.length === 0) return;
    await tx.db.delete(listingPhoto).where(inArray(listingPhoto.id, photoIds));
    tx.enqueue(sweepPhotosJob, { photoIds });
    const left = photos.filter((photo) => shown.has(photo.id));
    const photoHashes = Object.fromEntries(Object.entries(row.photoHashes).filter(([id]) => shown.has(id)));
    await updateListing(tx, row, { photos: left.map(presentPhoto), photoHashes }, platform.clock.now());
  });
}

const longAgo = ({ clock }: Pick<Platform, 'clock'>) => addMs(clock.now(), -retainedAfterRemovalMs);

function wasRemovedBefore(moment: Date) {
  return and(eq(listing.status, 'removed'), lt(listing.updatedAt, moment));
}
