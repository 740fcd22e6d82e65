import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { listing } from '../model/listing.tables.ts';

/** The storage location and SKU of the seller's copies of these listings; a deleted listing has none. */
export async function storageLocations(
  db: Db,
  sellerId: string,
  ids: readonly string[],
): Promise<Map<string, { sku: string | null; place: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: listing.id, sku: listing.sku, place: listing.place })
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), inArray(listing.id, [...ids])));
  return new Map(rows.map(({ id, ...location }) => [id, location]));
}
