import { money } from '#kernel/numbers/money.ts';
import { invalid } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { findOpenCase, hasContestedReturn } from '../cases/case.queries.server.ts';
import { closeCase } from '../cases/move-case.server.ts';
import { refundMissing } from '../cases/not-arrived.server.ts';
import { lockOrder, type Mover, moveOrder, noteOrder, wrongState } from '../fulfil/move-order.server.ts';
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
    const isWithdrawal = order.status !== 'disputed' && (await hasContestedReturn(tx, orderId));
    if (order.status !== 'disputed' && !isWithdrawal)
      throw wrongState(decision === 'refund' ? 'refund' : 'complete', 'operator', order.status);
    const now = platform.clock.now();
    const mover = { by: 'operator', actorId: by, note: reason } as const;
    // A completed order, and one that is on its way, stay so when a return is decided.
    const end = async (verb: 'complete' | 'refund', how: Mover) => {
      const stays = isWithdrawal && (verb === 'complete' || order.status === 'completed');
      if (isWithdrawal) await closeCase(tx, orderId, 'ended', now);
      if (stays) await noteOrder(tx, order, { ...how, happening: how.happening ?? verb }, now);
      else await moveOrder(tx, order, verb, how, now);
    };
    const act = `dispute.${decision === 'refund' ? 'refunded' : 'closed'}`;
    if (decision === 'close') {
      if (items && items.length > 0) throw invalid({ items: 'Select cards only for a refund.' });
      await end('complete', mover);
      return recordAct(tx, { by, act, subject: orderId, data: { reason } }, now);
    }
    await requireMoney(tx, order);
    const named = await namedItems(tx, order, items);
    const part = named && !named.areAll && named.worth < (await leftOf(tx, order)) ? named : null;
    if (!part && (await findOpenCase(tx, orderId))?.kind === 'not_arrived') {
      await refundMissing(tx, order, { mover, cause: 'operator', reason, askedBy: by }, now);
      return recordAct(tx, { by, act, subject: orderId, data: { reason } }, now);
    }
    const refund = { cause: 'operator', reason, askedBy: by } as const;
    await requestRefund(tx, order, part ? { ...refund, amount: part.worth, positions: part.positions } : refund, now);
    if (part) {
      const params = { ...money(part.worth, order.currency), titles: part.titles };
      await end('complete', { ...mover, coded: { code: 'decided_part', params }, happening: 'decide_part' });
    } else await end('refund', mover);
    await recordAct(tx, { by, act, subject: orderId, data: { reason, ...(part && { items: part.words }) } }, now);
  });
}
