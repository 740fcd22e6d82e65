import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { listingsData } from '../model/listing.data.ts';

/** The part of listings in a member's export: their listings with photos, their favourites, and what they viewed. */
export async function exportListings(db: Db, userId: string) {
  const own = (table: string) => readOwnRows(db, listingsData, table, userId);
  const [listings, history, said, photos, views, favorites, notices, viewed, table, salesBlocks] = await Promise.all([
    own('listing'),
    own('listing_history'),
    own('listing_said'),
    own('listing_photo'),
    own('listing_view'),
    own('favorite'),
    own('listing_notice'),
    own('viewed_listing'),
    own('own_table'),
    own('sales_block'),
  ]);
  return { listings, history, said, photos, views, favorites, notices, viewed, table, salesBlocks };
}
