import { and, eq } from 'drizzle-orm';
import { brokenConstraint } from '#platform/db/db.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orderLimits } from '../model/order.rules.ts';
import { ordersQuotas } from '../model/orders.limits.ts';
import { purchase } from '../purchase/purchase.tables.ts';

/**
 * The first free one of the slots, 1 to `unpaidHolds`, in which a buyer has unpaid purchases. Refuses (409) where none is
 * free.
 */
export async function freeHoldSlot(tx: Tx, buyerId: string): Promise<number> {
  const unpaid = await tx.db
    .select({ slot: purchase.holdSlot })
    .from(purchase)
    .where(and(eq(purchase.buyerId, buyerId), eq(purchase.status, 'open')));
  const used = new Set(unpaid.map(({ slot }) => slot));
  for (let slot = 1; slot <= orderLimits.unpaidHolds; slot++) if (!used.has(slot)) return slot;
  throw overQuota(ordersQuotas.unpaidOrders);
}

/**
 * Runs a purchase again where another purchase of its buyer took the same slot at the same moment: the unique index
 * `purchase_hold_slot` refuses the slower one, which then sees the faster one. This enforces the limit without a
 * lock between purchases of one buyer.
 */
export async function retryTakenSlot<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await place();
    } catch (error) {
      if (attempt >= 2 * orderLimits.unpaidHolds || brokenConstraint(error) !== 'purchase_hold_slot') throw error;
    }
  }
}
