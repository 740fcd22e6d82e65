import { eq } from 'drizzle-orm';
import { money } from '#kernel/numbers/money.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import { sweepPhotosJob } from '../model/listing.jobs.ts';
import { publicStatuses } from '../model/listing.process.ts';
import { listing } from '../model/listing.tables.ts';
import { findListingsByIds } from './listing.queries.server.ts';

/** A listing as the subject of a conversation: its viewers may start one with its seller. */
export const listingSubject: ThreadSubject = {
  async find(platform, viewerId, id) {
    const [found] = await findListingsByIds(platform, [id], viewerId);
    if (!found) return null;
    const isOpen = publicStatuses.includes(found.status) && found.seller.id !== viewerId;
    return {
      id,
      title: found.title,
      to: `/listings/${id}`,
      with: isOpen ? [found.seller.id] : [],
      of: found.seller.id,
    };
  },
  async freeze(tx, id) {
    // Locked, so that a photo that is being removed is not copied.
    const [row] = await tx.db.select().from(listing).where(eq(listing.id, id)).for('share');
    if (!row) return null;
    const { description: text, priceAmount, currency, condition, photos } = row;
    return { text, price: money(priceAmount, currency), condition, photos };
  },
  releasePhotos(tx, photoIds) {
    tx.enqueue(sweepPhotosJob, { photoIds: [...photoIds] });
  },
  async titles(platform, viewerId, ids) {
    return new Map((await findListingsByIds(platform, [...ids], viewerId)).map(({ id, title }) => [id, title]));
  },
};
