import { eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mayMove, type OrderStatus, orderTimers } from '../model/order.process.ts';
import { orders } from '../model/order.tables.ts';
import { hasOpenChargeback } from '../payment-disputes/chargebacks.queries.server.ts';
import { arrive } from './deliver-order.server.ts';
import { lockOrder, moveOrder } from './move-order.server.ts';

/** A timer of the process has fired: the order moves on if it is still in the state for which the timer was set. */
export async function tickOrder(platform: Platform, orderId: string, status: OrderStatus): Promise<void> {
  const timer = orderTimers[status];
  if (!timer) return;
  // A removed demo order leaves its timers behind.
  if ((await platform.db.$count(orders, eq(orders.id, orderId))) === 0) return;
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = platform.clock.now();
    if (order.status !== status || order.attention !== null || (await hasOpenChargeback(tx.db, orderId))) return;
    if (!('transition' in mayMove(timer.verb, 'timer', order, now))) return;
    if (timer.verb === 'deliver') await arrive(tx, order, { by: 'timer', coded: { code: 'no_problem_reported' } }, now);
    else await moveOrder(tx, order, timer.verb, { by: 'timer' }, now);
  });
}
