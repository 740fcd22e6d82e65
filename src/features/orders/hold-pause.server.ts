import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Limit, Limits } from '#platform/limits/limits.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderRefusals } from './contract.ts';
import { pauseAfter } from './order.rules.ts';
import { holdPause } from './order.tables.ts';
import { ordersLimits } from './orders.limits.ts';

/** In place of a listing: the pause is for all of them. */
const anyListing = '';

/** A hold of this buyer has ended unpaid. Past what happens to anybody, each further one makes the pause before the next hold longer. */
export async function countUnpaidHold(tx: Tx, limits: Limits, buyerId: string, listingIds: readonly string[], now: Date): Promise<void> {
  const pause = async (limit: Limit, subject: string, listingId: string) => {
    const { count } = await limits.take(limit, subject, tx.db);
    const ms = pauseAfter(count, limit.points);
    if (ms === 0) return;
    const until = addMs(now, ms);
    await tx.db
      .insert(holdPause)
      .values({ buyerId, listingId, until })
      .onConflictDoUpdate({ target: [holdPause.buyerId, holdPause.listingId], set: { until: sql`greatest(${holdPause.until}, ${until})` } });
  };
  await tx.db.delete(holdPause).where(and(eq(holdPause.buyerId, buyerId), lt(holdPause.until, now)));
  await pause(ordersLimits.unpaidHolds, buyerId, anyListing);
  for (const listingId of listingIds) await pause(ordersLimits.unpaidHoldsOfListing, `${buyerId} ${listingId}`, listingId);
}

/** Refuses (429) while this buyer may not hold copies of this listing. */
export async function refuseWhilePaused(tx: Tx, buyerId: string, listingId: string, now: Date): Promise<void> {
  const rows = await tx.db
    .select()
    .from(holdPause)
    .where(and(eq(holdPause.buyerId, buyerId), inArray(holdPause.listingId, [anyListing, listingId]), gt(holdPause.until, now)));
  const last = rows.sort((a, b) => b.until.getTime() - a.until.getTime())[0];
  if (!last) return;
  const what = last.listingId === anyListing ? 'copies' : 'these copies';
  const seconds = Math.ceil((last.until.getTime() - now.getTime()) / 1_000);
  throw new Refusal(
    429,
    orderRefusals.holdPaused,
    `You have held ${what} several times without paying, so others come first for a while. You can hold them again on ${momentOf(last.until)}.`,
    { retryAfterSeconds: seconds },
  );
}

/** `22 Nov, 14:35 UTC`, rounded up to the minute. */
function momentOf(until: Date): string {
  const at = new Date(Math.ceil(until.getTime() / 60_000) * 60_000);
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
