import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Leaver } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { reviewsData } from './review.data.ts';
import { reviewStatistics } from './review.tables.ts';

/** This room's part of a member's export: what they wrote, and what was written about them and shown. */
export async function exportReviews(db: Db, memberId: string) {
  return { reviews: await readOwnRows(db, reviewsData, 'review', memberId) };
}

/** The average of somebody who goes, goes; what they wrote about others stays with those, by "Deleted member". */
export async function forgetReviews(tx: Tx, { memberId }: Pick<Leaver, 'memberId'>): Promise<void> {
  await tx.db.delete(reviewStatistics).where(eq(reviewStatistics.memberId, memberId));
}
