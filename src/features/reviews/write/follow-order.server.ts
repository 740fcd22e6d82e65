import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { orderWeights } from '#features/orders/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { countsInRating, recountRating } from '../model/average.server.ts';
import { mayCount } from '../model/review.rules.ts';
import { review } from '../model/review.tables.ts';
import { lockReviewsOf } from './show-review.server.ts';

/**
 * Lets the shown reviews of an order count in ratings, or not, as `mayCount` says of the order as it is now: of several
 * changes the last counts. Answers how many changed.
 */
export async function followOrder(platform: Platform, orderId: string): Promise<number> {
  return write(platform, async (tx) => {
    const shown = (await lockReviewsOf(tx, orderId)).filter((row) => row.shownAt !== null && row.hiddenAt === null);
    let changed = 0;
    for (const row of shown.sort((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
      // Before the statistics, as a deletion takes them.
      await lockMember(tx, row.memberId);
      const counts = await countsInRating(tx, row, row.shownAt as Date);
      if (row.counts === counts) continue;
      changed++;
      await tx.db
        .update(review)
        .set({ counts, version: sql`${review.version} + 1`, updatedAt: platform.clock.now() })
        .where(eq(review.id, row.id));
      await recountRating(tx, row.memberId);
    }
    return changed;
  });
}

const atOnce = 500;

/** Does that for every shown review that does not count as its order says, and says in the log how many it changed. */
export async function reconcileCounting(platform: Platform): Promise<void> {
  let changed = 0;
  for (let last = ''; ; ) {
    const rows = await platform.db
      .select({ id: review.id, orderId: review.orderId, rating: review.rating, counts: review.counts })
      .from(review)
      .where(and(gt(review.id, last), isNotNull(review.shownAt), isNull(review.hiddenAt)))
      .orderBy(asc(review.id))
      .limit(atOnce);
    const weights = await orderWeights(
      platform.db,
      rows.map(({ orderId }) => orderId),
    );
    const wrong = rows.filter(
      ({ orderId, rating, counts }) => counts !== mayCount(rating, weights.get(orderId) ?? 'none'),
    );
    for (const orderId of new Set(wrong.map((row) => row.orderId))) changed += await followOrder(platform, orderId);
    if (rows.length < atOnce) break;
    last = rows[atOnce - 1]?.id ?? last;
  }
  if (changed > 0) platform.log.warn('reviews count as their orders say', { reviews: changed });
}
