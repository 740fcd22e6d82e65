import { and, eq, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { subscriptionEventTypes } from '#features/tiers/index.server.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { receiveEvents } from '#platform/payments/webhook.ts';
import type { Platform } from '#platform/platform.ts';
import { orderEventTypes } from './hear-stripe.server.ts';
import { orders, refund } from './order.tables.ts';

/** Stripe keeps its list of events this long. */
const listLifeMs = 30 * dayMs;
/** Events appear in the list a moment after their time; each run looks back over the end of the last. */
const overlapMs = 10 * minuteMs;
const patienceMs = 10 * minuteMs;

/**
 * Compares Stripe's list of events with those that arrived and lets what the others are about converge, orders and subscriptions, so that a lost
 * webhook costs minutes and no order. Also takes up holds and refunds whose job has been lost. Answers how many events had been lost.
 */
export async function reconcileOrders(platform: Platform): Promise<number> {
  const now = platform.clock.now();
  const { rows } = await platform.db.execute<{ compared_to: string | null }>(sql`select compared_to from stripe_reconcile`);
  const oldest = now.getTime() - listLifeMs;
  const comparedTo = rows[0]?.compared_to ? new Date(rows[0].compared_to).getTime() : oldest;
  const since = Math.max(oldest, comparedTo - overlapMs);
  let lost = 0;
  let page: Stripe.Event[] = [];
  const filter = { created: { gte: Math.floor(since / 1000) }, types: [...new Set([...orderEventTypes, ...subscriptionEventTypes])], limit: 100 };
  for await (const event of platform.payments.stripe.events.list(filter)) {
    page.push(event);
    if (page.length === 100) {
      lost += await receiveEvents(platform, page, 'reconcile');
      page = [];
    }
  }
  lost += await receiveEvents(platform, page, 'reconcile');
  await platform.db.execute(sql`update stripe_reconcile set compared_to = ${now}`);
  if (lost > 0) platform.log.warn('webhooks of Stripe were lost and have been made good', { lost });
  await takeUpLostWork(platform, now);
  return lost;
}

async function takeUpLostWork(platform: Platform, now: Date): Promise<void> {
  const before = new Date(now.getTime() - patienceMs);
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
    for (const { id } of held) tx.enqueue({ task: 'orders.end-hold', payload: { orderId: id }, key: `orders.end-hold:${id}` });
    for (const { id } of asked) tx.enqueue({ task: 'orders.send-refund', payload: { refundId: id }, key: `orders.send-refund:${id}` });
  });
}
