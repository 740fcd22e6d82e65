import { booksOf } from '#features/ledger/index.server.ts';
import { closeHeldOrder, lockOrders, readPayoutFacts, refundHeldOrder } from '#features/orders/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { addMs, dayMonthYear, dayMs } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutRefusals } from '../contract.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { lockPayouts, release } from './settle-payouts.server.ts';

export interface HeldDecision {
  orderId: string;
  /** The admin's id. */
  by: string;
  decision: 'release' | 'refund';
  /** Read by buyer and seller. */
  reason: string;
}

const acts = { release: 'money.released', refund: 'money.refunded' } as const;

/**
 * An admin ends the hold of money that waits for longer than `decideAfterDays`: it is released to the seller before its
 * time, or refunded to the buyer. Both are emailed. Refuses (409) money that isn't on hold, before that day, while a bank
 * decides, and a release while a refund isn't finished.
 */
export async function decideHeld(platform: Platform, { decision, ...decided }: HeldDecision): Promise<void> {
  const { orderId, by, reason } = decided;
  await write(platform, async (tx) => {
    const ids = await lockOrders(tx, [orderId]);
    const row = (await lockPayouts(tx, ids)).get(orderId);
    const [order] = await readPayoutFacts(tx.db, ids);
    if (row?.state !== 'held' || !order)
      throw conflict(payoutRefusals.notHeld, 'The money of this order isn’t on hold. Reload the page.');
    const now = platform.clock.now();
    const from = addMs(row.paidAt, (await ruleAt(tx.db, now)).decideAfterDays * dayMs);
    if (now < from)
      throw conflict(payoutRefusals.tooEarly, `You can decide about this order from ${dayMonthYear(from)}.`, {
        from: from.toISOString(),
      });
    if (order.hasBankDispute)
      throw conflict(payoutRefusals.bankDecides, 'A payment dispute is open. The bank decides about this order.');
    if (decision === 'refund') await refundHeldOrder(tx, decided, now);
    else {
      if (order.hasUnsentRefund)
        throw conflict(
          payoutRefusals.refundUnderWay,
          'A refund isn’t finished. Finish it before you release the rest.',
        );
      await closeHeldOrder(tx, decided, now);
      const books = (await booksOf(tx.db, ids))(orderId);
      await release(tx, { row, order, books, dates: { checkAt: null, decidedAt: now } }, now);
    }
    await recordAct(tx, { by, act: acts[decision], subject: orderId, data: { reason } }, now);
  });
}
