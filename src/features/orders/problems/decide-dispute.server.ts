import { money } from '#kernel/numbers/money.ts';
import { invalid } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, moveOrder, wrongState } from '../fulfil/move-order.server.ts';
import type { DisputeDecision } from '../queries/inspected-order.ts';
import { namedItems } from '../refunds/refunded-items.server.ts';
import { leftOf, requestRefund, requireMoney } from '../refunds/refunds.server.ts';

interface Decision {
  orderId: string;
  /** The admin's id. */
  by: string;
  decision: DisputeDecision;
  /** Read by both sides, on the order's page and in their mail. */
  reason: string;
  /** The listings of the order that a refund is for; without, all that is left goes back. */
  items?: readonly string[] | undefined;
}

/**
 * An admin ends a problem that a buyer reported: the rest of the payment is refunded, or the price of the named items
 * while the sale of the others stays, or the whole sale stays. Both sides read the reason. Refuses an order without an
 * open report (409), for example when the two sides were faster, a refund where no money is left (409), and items that
 * are not in it (422).
 */
export async function decideDispute(
  platform: Platform,
  { orderId, by, decision, reason, items }: Decision,
): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    // The process allows an admin's refund earlier too; this use case is only for reports.
    if (order.status !== 'disputed')
      throw wrongState(decision === 'refund' ? 'refund' : 'complete', 'operator', order.status);
    const now = platform.clock.now();
    const mover = { by: 'operator', actorId: by, note: reason } as const;
    const act = `dispute.${decision === 'refund' ? 'refunded' : 'closed'}`;
    if (decision === 'close') {
      if (items && items.length > 0) throw invalid({ items: 'Select cards only for a refund.' });
      await moveOrder(tx, order, 'complete', mover, now);
      return recordAct(tx, { by, act, subject: orderId, data: { reason } }, now);
    }
    await requireMoney(tx, order);
    const named = await namedItems(tx, order, items);
    const part = named && !named.areAll && named.worth < (await leftOf(tx, order)) ? named : null;
    const refund = { cause: 'operator', reason, askedBy: by } as const;
    await requestRefund(tx, order, part ? { ...refund, amount: part.worth, positions: part.positions } : refund, now);
    if (part) {
      const params = { ...money(part.worth, order.currency), titles: part.titles };
      await moveOrder(
        tx,
        order,
        'complete',
        { ...mover, coded: { code: 'decided_part', params }, happening: 'decide_part' },
        now,
      );
    } else await moveOrder(tx, order, 'refund', mover, now);
    await recordAct(tx, { by, act, subject: orderId, data: { reason, ...(part && { items: part.words }) } }, now);
  });
}
