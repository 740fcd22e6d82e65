import { eq, sql } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from './contract.ts';
import { appendChanged, lockOrder } from './move-order.server.ts';
import { tickJob } from './order.jobs.ts';
import { orderTimers } from './order.process.ts';
import { orders } from './order.tables.ts';

/**
 * An operator has looked at an order that asked for it: it goes on by itself, from where its timer would be by now. The reason stays in the audit log.
 * Refuses an unknown order (404) and one that asks for nothing (409).
 */
export async function clearAttention(platform: Platform, { orderId, by, reason }: { orderId: string; by: string; reason: string }): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.attention === null) throw conflict(orderRefusals.wrongState, 'This order does not ask for an operator.', { orderStatus: order.status });
    const now = platform.clock.now();
    const [cleared] = await tx.db
      .update(orders)
      .set({ attention: null, updatedAt: now, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId))
      .returning();
    // What rang meanwhile did nothing.
    const timer = orderTimers[order.status];
    if (timer) tx.enqueue(tickJob, { orderId, status: order.status }, { runAt: addMs(order.statusSince, timer.afterMs) });
    await recordAct(tx, { by, act: 'order.cleared', subject: orderId, data: { attention: order.attention, reason } }, now);
    if (cleared) appendChanged(tx, cleared, order.status, 'operator');
  });
}
