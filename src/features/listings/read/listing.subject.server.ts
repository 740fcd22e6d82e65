import type { ThreadSubject } from '#platform/thread-subject.ts';
import { publicStatuses } from '../model/listing.process.ts';
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
  async titles(platform, viewerId, ids) {
    return new Map((await findListingsByIds(platform, [...ids], viewerId)).map(({ id, title }) => [id, title]));
  },
};
