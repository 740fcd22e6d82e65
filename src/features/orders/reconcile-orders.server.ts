import { and, eq, lt } from 'drizzle-orm';
import { addMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { endHoldJob, sendRefundJob } from './order.jobs.ts';
import { orders, refund } from './order.tables.ts';

const patienceMs = 10 * minuteMs;

/** Takes up holds and refunds whose job has been lost. What Stripe told and was lost on the way is made good by the intake (`#platform/payments`). */
export async function reconcileOrders(platform: Platform): Promise<void> {
  const before = addMs(platform.clock.now(), -patienceMs);
  const held = await platform.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending_payment'), lt(orders.holdExpiresAt, before)))
    .limit(500);
  const asked = await platform.db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.state, 'asked'), lt(refund.askedAt, before)))
    .limit(500);
  if (held.length + asked.length === 0) return;
  await write(platform, async (tx) => {
    for (const { id } of held) tx.enqueue(endHoldJob, { orderId: id }, { key: id });
    for (const { id } of asked) tx.enqueue(sendRefundJob, { refundId: id }, { key: id });
  });
}
