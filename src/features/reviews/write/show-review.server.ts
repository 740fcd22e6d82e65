import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { countsInRating, recountRating } from '../model/average.server.ts';
import { showJob } from '../model/review.jobs.ts';
import { reviewUpdates, updatesOfReviews } from '../model/review.notices.ts';
import { type ReviewRow, review } from '../model/review.tables.ts';

/**
 * Locks the reviews of an order, so that writing and showing them is serialized: two sides that write at the same
 * moment show both, once.
 */
export async function lockReviewsOf(tx: Tx, orderId: string): Promise<ReviewRow[]> {
  await connectionOf(tx.db).query('select pg_advisory_xact_lock(hashtextextended($1, 12))', [`reviews ${orderId}`]);
  return tx.db.select().from(review).where(eq(review.orderId, orderId));
}

/** Makes a review public, and adds it to the reviewed member's average. The caller holds the order's reviews. */
export async function show(tx: Tx, row: ReviewRow, now: Date): Promise<void> {
  // Before the statistics, as a deletion takes them.
  await lockMember(tx, row.memberId);
  const counts = await countsInRating(tx, row, now);
  await tx.db
    .update(review)
    .set({ shownAt: now, counts, version: sql`${review.version} + 1`, updatedAt: now })
    .where(eq(review.id, row.id));
  await recountRating(tx, row.memberId);
  await notify(tx, {
    userId: row.memberId,
    kind: reviewUpdates,
    code: 'reviewed',
    params: { rating: row.rating },
    namedId: row.authorId,
    link: `/orders/${row.orderId}`,
    about: `review-${row.id}`,
    thing: updatesOfReviews(row.orderId),
    now,
  });
}

/**
 * Its time has come: shows a review whose other side has written nothing. One that was shown meanwhile stays as it is.
 */
export async function showInTime(platform: Platform, reviewId: string): Promise<void> {
  const [found] = await platform.db.select().from(review).where(eq(review.id, reviewId));
  if (!found) return;
  await write(platform, async (tx) => {
    const row = (await lockReviewsOf(tx, found.orderId)).find(({ id }) => id === reviewId);
    const now = platform.clock.now();
    if (!row || row.shownAt !== null) return;
    // A timer that rings early is set again.
    if (now < row.showsAt) return tx.enqueue(showJob, { reviewId }, { runAt: row.showsAt, key: reviewId });
    await show(tx, row, now);
  });
}

/** Takes up reviews whose timer has been lost. */
export async function reconcileReviews(platform: Platform): Promise<void> {
  const late = await platform.db
    .select({ id: review.id })
    .from(review)
    .where(and(isNull(review.shownAt), lte(review.showsAt, platform.clock.now())))
    .orderBy(review.showsAt)
    .limit(200);
  for (const { id } of late) await showInTime(platform, id);
}
