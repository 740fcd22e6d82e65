import { and, count, eq, sum } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { listing, listingPhoto } from '../model/listing.tables.ts';

/**
 * Refuses (409) where the member's drafts would hold more photos than they may, or hold as many bytes already: how many
 * the next ones take is known when they are made.
 */
export async function checkDraftQuota(db: Db, memberId: string, more: number): Promise<void> {
  const { photosOfDrafts, bytesOfDrafts } = listingQuotas;
  const [held] = await db
    .select({ photos: count(), bytes: sum(listingPhoto.bytes).mapWith(Number) })
    .from(listing)
    .innerJoin(listingPhoto, eq(listingPhoto.listingId, listing.id))
    .where(and(eq(listing.sellerId, memberId), eq(listing.status, 'draft')));
  if ((held?.photos ?? 0) + more > photosOfDrafts.most) throw overQuota(photosOfDrafts);
  if ((held?.bytes ?? 0) >= bytesOfDrafts.most * 1024 * 1024) throw overQuota(bytesOfDrafts);
}
