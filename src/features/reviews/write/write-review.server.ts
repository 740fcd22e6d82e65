import { eq, sql } from 'drizzle-orm';
import { requireUnlimited } from '#features/auth/index.server.ts';
import { lockMember, renewProfile } from '#features/members/index.server.ts';
import { notify } from '#features/notifications/index.server.ts';
import { getOrderFor } from '#features/orders/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { conflict, notFound, signInFirst } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ReviewIn, reviewRefusals } from '../contract.ts';
import { showJob } from '../model/review.jobs.ts';
import { reviewUpdates, updatesOfReviews } from '../model/review.notices.ts';
import { reviewPolicy, unknownReview } from '../model/review.policy.ts';
import { arrivedAt, mayWrite, reviewTimes, type Writable } from '../model/review.rules.ts';
import { review } from '../model/review.tables.ts';
import { reviewDeadlines } from '../words.ts';
import { lockReviewsOf, show } from './show-review.server.ts';

const sentences: Record<Exclude<Writable, 'yes'>, string> = {
  not_delivered: 'You can write a review after delivery.',
  too_late: `You can review an order for ${reviewDeadlines.writeWithin} after delivery. The time for this order has ended.`,
  shown: 'Your review is already shown, so you can’t change it.',
  edit_over: `You can change a review for ${reviewDeadlines.editWithin}. The time for this review has ended.`,
};

/**
 * Writes one's review of the other side of an order, or rewrites it while it is not shown; once both sides have
 * written, both are shown. Returns its id. Refuses an order that is not one's own (404), one that was not delivered
 * (409 `not_delivered`), a review out of time (409 `review_closed`), and a limited member (403 `limited`).
 */
export async function writeReview(
  platform: Platform,
  actor: Actor,
  orderId: string,
  { rating, text }: ReviewIn,
): Promise<string> {
  return await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    await requireUnlimited(platform, tx, actor.id, 'review');
    const { order, history } = await getOrderFor(tx.db, actor.id, orderId);
    const written = await lockReviewsOf(tx, orderId);
    const own = written.find(({ authorId }) => authorId === actor.id) ?? null;
    const other = written.find(({ authorId }) => authorId !== actor.id) ?? null;
    const now = platform.clock.now();
    const may = mayWrite(arrivedAt(history), own, now);
    if (may !== 'yes')
      throw conflict(
        may === 'not_delivered' ? reviewRefusals.notDelivered : reviewRefusals.reviewClosed,
        sentences[may],
      );
    const said = { rating, text: text ?? null, updatedAt: now };
    if (own) {
      await tx.db
        .update(review)
        .set({ ...said, version: sql`${review.version} + 1` })
        .where(eq(review.id, own.id));
      return own.id;
    }
    const id = newId();
    const memberId = order.sellerId === actor.id ? order.buyerId : order.sellerId;
    const showsAt = addMs(now, reviewTimes.showAfterMs);
    const [row] = await tx.db
      .insert(review)
      .values({ ...said, id, orderId, authorId: actor.id, memberId, showsAt, createdAt: now })
      .returning();
    if (!row) throw new RangeError('a review was not written');
    if (other && other.shownAt === null)
      for (const each of [other, row].sort((a, b) => (a.memberId < b.memberId ? -1 : 1))) await show(tx, each, now);
    else if (other) await show(tx, row, now);
    else tx.enqueue(showJob, { reviewId: id }, { runAt: showsAt, key: id });
    return id;
  });
}

/**
 * Answers a review of oneself, once. Refuses an unknown one (404), a review of another member (403), a second answer
 * (409 `review_closed`), and a limited member (403 `limited`).
 */
export async function replyToReview(platform: Platform, actor: Actor, reviewId: string, text: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = isId(reviewId) ? await tx.db.select().from(review).where(eq(review.id, reviewId)).for('update') : [];
    // A review that is not shown, or hidden, exists for its author alone.
    if (!row || row.shownAt === null || row.hiddenAt !== null) throw notFound(unknownReview);
    reviewPolicy.check(actor, 'reply', row);
    await requireUnlimited(platform, tx, actor.id, 'review');
    if (row.reply !== null) throw conflict(reviewRefusals.reviewClosed, 'You already replied to this review.');
    const now = platform.clock.now();
    await tx.db
      .update(review)
      .set({ reply: text, repliedAt: now, version: sql`${review.version} + 1`, updatedAt: now })
      .where(eq(review.id, reviewId));
    await renewProfile(tx, row.memberId);
    await notify(tx, {
      userId: row.authorId,
      kind: reviewUpdates,
      code: 'answered',
      link: `/orders/${row.orderId}`,
      about: `reply-${reviewId}`,
      thing: updatesOfReviews(row.orderId),
      now,
    });
  });
}
