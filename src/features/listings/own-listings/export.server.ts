import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { listingsData } from '../model/listing.data.ts';

/** This room's part of a member's export: what they put up for sale, with photos, and what they remembered. */
export async function exportListings(db: Db, userId: string) {
  const own = (table: string) => readOwnRows(db, listingsData, table, userId);
  const [listings, history, said, photos, views, favorites, notices] = await Promise.all([
    own('listing'),
    own('listing_history'),
    own('listing_said'),
    own('listing_photo'),
    own('listing_view'),
    own('favorite'),
    own('listing_notice'),
  ]);
  return { listings, history, said, photos, views, favorites, notices };
}
