import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { DisputeDecision } from './looked-at-order.ts';
import { lockOrder, moveOrder, wrongState } from './move-order.server.ts';
import { askRefund, requireMoney } from './refunds.server.ts';

interface Decision {
  orderId: string;
  /** The operator's id. */
  by: string;
  decision: DisputeDecision;
  /** Read by both sides, on the order's page and in their mail. */
  reason: string;
}

/**
 * An operator ends a problem that a buyer reported: what is left of the payment goes back, or the sale stands. Both sides read why. Refuses an order without an
 * open report (409), as it is when the two of them were quicker, and giving back where nothing is left (409).
 */
export async function decideDispute(platform: Platform, { orderId, by, decision, reason }: Decision): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    // The process lets an operator refund earlier too; this act is about a report alone.
    if (order.status !== 'disputed') throw wrongState(decision === 'refund' ? 'refund' : 'complete', 'operator', order.status);
    const now = platform.clock.now();
    const mover = { by: 'operator', actorId: by, note: reason } as const;
    if (decision === 'refund') {
      await askRefund(tx, order, await requireMoney(tx, order), { cause: 'operator', reason, askedBy: by }, now);
      await moveOrder(tx, order, 'refund', mover, now);
    } else {
      await moveOrder(tx, order, 'complete', mover, now);
    }
    await recordAct(tx, { by, act: `dispute.${decision === 'refund' ? 'refunded' : 'closed'}`, subject: orderId, data: { reason } }, now);
  });
}
