import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { forgetFacts } from '../facts/update-facts.server.ts';
import { recountRating } from '../model/average.server.ts';
import { reviewsData } from '../model/review.data.ts';
import { reviewStatistics } from '../model/review.tables.ts';

/**
 * This feature's part of a member's export: the reviews that they wrote, the shown reviews about them, and their facts.
 */
export async function exportReviews(db: Db, memberId: string) {
  const own = (table: string) => readOwnRows(db, reviewsData, table, memberId);
  const [reviews, sales, answers] = await Promise.all([own('review'), own('sale_fact'), own('answer_fact')]);
  return { reviews, measured: { sales, answers } };
}

/** Deletes the average and the facts of a member who leaves; their reviews of others stay, by "Deleted member". */
export async function forgetReviews(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await forgetFacts(tx, memberId);
  await tx.db.delete(reviewStatistics).where(eq(reviewStatistics.memberId, memberId));
}

export const reviewsReturn: Restoration = {
  rows: {
    review_statistics: 'member_id = $1',
    member_facts: 'member_id = $1',
    sale_fact: 'seller_id = $1',
    answer_fact: 'member_id = $1',
  },
  // Reviews may have been shown, hidden or shown again meanwhile.
  after: (tx, { memberId }) => recountRating(tx, memberId),
};
