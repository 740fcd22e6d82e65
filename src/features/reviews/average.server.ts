import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { renewProfile, setRating } from '#features/members/index.server.ts';
import { orderCounts } from '#features/orders/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { countsBeside, reviewTimes } from './review.rules.ts';
import { type ReviewRow, review, reviewStatistics } from './review.tables.ts';

/**
 * Takes a review that everybody sees since `shownAt` into the average of whom it is about, unless another one of the same pair counts there already or its order was refunded or is between accounts of one person. Answers
 * whether it counts. Two reviews of one member are counted one after the other.
 */
export async function countReview(tx: Tx, row: ReviewRow, shownAt: Date): Promise<boolean> {
  await lockStatistics(tx, row.memberId);
  const counts = (await orderCounts(tx.db, row.orderId)) && countsBeside(await countedNear(tx, row, shownAt), shownAt);
  if (counts) await change(tx, row.memberId, 1, row.rating);
  else await renewProfile(tx, row.memberId);
  return counts;
}

/** The opposite: what nobody sees any more makes no average. */
export async function discountReview(tx: Tx, row: ReviewRow): Promise<void> {
  await lockStatistics(tx, row.memberId);
  if (row.counts) await change(tx, row.memberId, -1, -row.rating);
  else await renewProfile(tx, row.memberId);
}

async function lockStatistics(tx: Tx, memberId: string): Promise<void> {
  const db = connectionOf(tx.db);
  await db.query('insert into review_statistics (member_id, count, stars) values ($1, 0, 0) on conflict do nothing', [memberId]);
  await db.query('select 1 from review_statistics where member_id = $1 for update', [memberId]);
}

async function change(tx: Tx, memberId: string, count: number, stars: number): Promise<void> {
  const [next] = await tx.db
    .update(reviewStatistics)
    .set({ count: sql`${reviewStatistics.count} + ${count}`, stars: sql`${reviewStatistics.stars} + ${stars}` })
    .where(eq(reviewStatistics.memberId, memberId))
    .returning();
  if (!next) throw new RangeError('the statistics of a reviewed member are gone');
  await setRating(tx, memberId, next);
}

async function countedNear(tx: Tx, { id, authorId, memberId }: ReviewRow, shownAt: Date): Promise<Date[]> {
  const [from, to] = [-1, 1].map((way) => new Date(shownAt.getTime() + way * reviewTimes.countsAgainMs)) as [Date, Date];
  const ofPair = and(eq(review.authorId, authorId), eq(review.memberId, memberId), eq(review.counts, true), ne(review.id, id));
  const rows = await tx.db
    .select({ shownAt: review.shownAt })
    .from(review)
    .where(and(ofPair, gt(review.shownAt, from), lt(review.shownAt, to)));
  return rows.flatMap((row) => row.shownAt ?? []);
}
