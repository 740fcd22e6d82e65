import { and, asc, eq, lte } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { orderPayout } from '../model/payout.tables.ts';
import { settlePayouts } from './settle-payouts.server.ts';

/** Of one transaction, and of one run: the rest follows with the next one. */
const atOnce = 50;
const atMost = 10_000;

/** Releases the money of orders whose hold has ended. Orders that are being changed follow with the next run. */
export async function releaseDue(platform: Platform): Promise<void> {
  const due = await platform.db
    .select({ id: orderPayout.orderId })
    .from(orderPayout)
    .where(and(eq(orderPayout.state, 'held'), lte(orderPayout.checkAt, platform.clock.now())))
    .orderBy(asc(orderPayout.checkAt))
    .limit(atMost);
  const settle = (ids: readonly string[]) => settlePayouts(platform, ids, { skipLocked: true });
  const batches = Array.from({ length: Math.ceil(due.length / atOnce) }, (_, n) =>
    due.slice(n * atOnce, (n + 1) * atOnce).map(({ id }) => id),
  );
  // One order that can't be released must not keep the others of its transaction.
  await eachApart(batches, (ids) => settle(ids).catch(() => eachApart(ids, (id) => settle([id]))));
}
