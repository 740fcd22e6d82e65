import { eq, sql } from 'drizzle-orm';
import { keepMember } from '#features/members/index.server.ts';
import { orderCounts } from '#features/orders/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { countsInRating, recountRating } from './average.server.ts';
import { review } from './review.tables.ts';
import { lockReviewsOf } from './show-review.server.ts';

/**
 * Reviews of an order that was refunded stay to be read, and weigh nothing in a rating; once a refund has failed they weigh again. Reads the order as it is
 * now, so of several changes the last counts.
 */
export async function followOrder(platform: Platform, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const shown = (await lockReviewsOf(tx, orderId)).filter((row) => row.shownAt !== null && row.hiddenAt === null);
    if (shown.length === 0) return;
    const orderWeighs = await orderCounts(tx.db, orderId);
    for (const row of shown.sort((a, b) => (a.memberId < b.memberId ? -1 : 1))) {
      if (row.counts === orderWeighs) continue;
      // Before the statistics, as a deletion takes them.
      await keepMember(tx, row.memberId);
      const counts = orderWeighs && (await countsInRating(tx, row, row.shownAt as Date));
      await tx.db
        .update(review)
        .set({ counts, version: sql`${review.version} + 1`, updatedAt: platform.clock.now() })
        .where(eq(review.id, row.id));
      await recountRating(tx, row.memberId);
    }
  });
}
