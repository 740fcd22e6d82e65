import { formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type Mover, moveOrder, noteOrder } from '../fulfil/move-order.server.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { refuseWhileBankDecides } from '../payment-disputes/chargebacks.queries.server.ts';
import { leftOf, requestRefund, requireMoney } from '../refunds/refunds.server.ts';
import { caseRefusals } from './case.contract.ts';
import type { Proposal } from './case.tables.ts';

/**
 * Carries out what buyer and seller have agreed on about a problem: a refund of all or a part, or nothing. The order's
 * row must be locked. Refuses (409) where no money is left.
 */
export async function carryOut(
  tx: Tx,
  order: OrderRow,
  proposal: Extract<Proposal, { kind: 'refund' | 'nothing' }>,
  mover: Mover,
  now: Date,
): Promise<void> {
  const settled: Mover = { ...mover, by: 'buyer', happening: 'agree' };
  if (proposal.kind === 'nothing') {
    await moveOrder(tx, order, 'complete', { ...settled, coded: { code: 'agreed_nothing' } }, now);
    return;
  }
  await requireMoney(tx, order);
  const left = await leftOf(tx, order);
  const { amount } = proposal;
  if (amount > left) {
    const sum = formatMoney(money(left, order.currency));
    throw conflict(caseRefusals.changed, `Only ${sum} of the payment is left. Make another proposal.`);
  }
  const coded = { code: 'agreed_refund', params: money(amount, order.currency) } as const;
  // Before the move, which closes the order's sale.
  await requestRefund(tx, order, { amount, cause: 'agreement', askedBy: mover.actorId }, now);
  if (amount === left) await moveOrder(tx, order, 'refund', { ...mover, by: 'seller', coded }, now);
  else await moveOrder(tx, order, 'complete', { ...settled, coded }, now);
}

/** The return has arrived: its price goes back to the buyer. The order's row must be locked. */
export async function refundReturn(
  tx: Tx,
  order: OrderRow,
  part: { amount: number; positions: number[]; titles: readonly string[] } | null,
  mover: Mover,
  now: Date,
): Promise<void> {
  await refuseWhileBankDecides(tx, order.id);
  const left = await leftOf(tx, order);
  if (left <= 0 || part?.amount === 0) {
    // The seller has refunded them before.
    await noteOrder(tx, order, { ...mover, coded: { code: 'returned_before' }, happening: 'take_back' }, now);
    return;
  }
  // With the last cards goes their shipping.
  if (part && part.amount + order.shippingAmount !== left) {
    const { positions, titles } = part;
    const amount = Math.min(part.amount, left);
    await requestRefund(tx, order, { amount, positions, cause: 'agreement', askedBy: mover.actorId }, now);
    const params = { ...money(amount, order.currency), titles };
    await noteOrder(tx, order, { ...mover, coded: { code: 'returned_part', params }, happening: 'refund_part' }, now);
    return;
  }
  await requestRefund(tx, order, { cause: 'agreement', askedBy: mover.actorId }, now);
  const returned = { ...mover, coded: { code: 'returned' } } as const;
  if (order.status === 'completed') await noteOrder(tx, order, { ...returned, happening: 'take_return' }, now);
  else await moveOrder(tx, order, 'take_return', returned, now);
}
