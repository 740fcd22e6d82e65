import { eq, sql } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { reviewRefusals } from '../contract.ts';
import { countsInRating, recountRating } from '../model/average.server.ts';
import { reviewUpdates, updatesOfReviews } from '../model/review.notices.ts';
import { unknownReview } from '../model/review.policy.ts';
import { type ReviewRow, review } from '../model/review.tables.ts';
import { lockReviewsOf } from './show-review.server.ts';

interface ByAdmin {
  reviewId: string;
  /** The admin's id. */
  by: string;
}

/** Work in the same transaction. */
type Alongside = (tx: Tx, row: ReviewRow, now: Date) => Promise<void>;

/**
 * An admin hides a review from all members except its author, who reads the reason; the reviewed member reads that it
 * is hidden. It leaves the average. Refuses an unknown one and one that is not shown yet (404), and one that is hidden
 * already (409 `wrong_state`).
 */
export async function hideReview(
  platform: Platform,
  { reviewId, by, reason }: ByAdmin & { reason: string },
  alongside?: Alongside,
): Promise<void> {
  await onShown(platform, reviewId, async (tx, row, now) => {
    if (row.hiddenAt !== null) throw conflict(reviewRefusals.wrongState, 'This review is already hidden.');
    // Before the statistics, as a deletion takes them.
    await lockMember(tx, row.memberId);
    await set(tx, row, { counts: false, hiddenAt: now, hiddenBy: by, hiddenReason: reason }, now);
    await recordAct(
      tx,
      { by, act: 'review.hidden', subject: row.id, data: { author: row.authorId, about: row.memberId, reason } },
      now,
    );
    await alongside?.(tx, row, now);
    await notify(tx, {
      userId: row.authorId,
      kind: reviewUpdates,
      code: 'hidden',
      params: { reason },
      link: `/orders/${row.orderId}`,
      about: `hidden-${row.id}-${row.version}`,
      thing: updatesOfReviews(row.orderId),
      now,
    });
    await notify(tx, {
      userId: row.memberId,
      kind: reviewUpdates,
      code: 'hidden_of_you',
      link: `/orders/${row.orderId}`,
      about: `hidden-of-you-${row.id}-${row.version}`,
      thing: updatesOfReviews(row.orderId),
      now,
    });
  });
}

/**
 * Takes that back: everybody reads the review again, and it counts as far as no other one of the pair does. Refuses one
 * that is not hidden (409 `wrong_state`).
 */
export async function releaseReview(
  platform: Platform,
  { reviewId, by }: ByAdmin,
  alongside?: Alongside,
): Promise<void> {
  await onShown(platform, reviewId, async (tx, row, now) => {
    if (row.hiddenAt === null || row.shownAt === null)
      throw conflict(reviewRefusals.wrongState, 'This review isn’t hidden.');
    await lockMember(tx, row.memberId);
    const counts = await countsInRating(tx, row, row.shownAt);
    await set(tx, row, { counts, hiddenAt: null, hiddenBy: null, hiddenReason: null }, now);
    await recordAct(
      tx,
      { by, act: 'review.released', subject: row.id, data: { author: row.authorId, about: row.memberId } },
      now,
    );
    await alongside?.(tx, row, now);
  });
}

type Hidden = Pick<ReviewRow, 'counts' | 'hiddenAt' | 'hiddenBy' | 'hiddenReason'>;

async function set(tx: Tx, { id, memberId }: ReviewRow, hidden: Hidden, now: Date): Promise<void> {
  await tx.db
    .update(review)
    .set({ ...hidden, version: sql`${review.version} + 1`, updatedAt: now })
    .where(eq(review.id, id));
  await recountRating(tx, memberId);
}

async function onShown(
  platform: Platform,
  id: string,
  work: (tx: Tx, row: ReviewRow, now: Date) => Promise<void>,
): Promise<void> {
  const [found] = isId(id)
    ? await platform.db.select({ orderId: review.orderId }).from(review).where(eq(review.id, id))
    : [];
  if (!found) throw notFound(unknownReview);
  await write(platform, async (tx) => {
    const row = (await lockReviewsOf(tx, found.orderId)).find((one) => one.id === id);
    // A review that is not shown exists for its author alone.
    if (!row || row.shownAt === null) throw notFound(unknownReview);
    await work(tx, row, platform.clock.now());
  });
}
