import { eq } from 'drizzle-orm';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, noteOrder } from '../fulfil/move-order.server.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { hasOpenChargeback } from '../payment-disputes/chargebacks.queries.server.ts';
import { leftOf } from '../refunds/refunds.server.ts';
import { cancelAsAgreed } from './answer-case.server.ts';
import { findOpenCase } from './case.queries.server.ts';
import { type CaseRow, orderCase } from './case.tables.ts';
import { closeCase, insertCase, moveCase } from './move-case.server.ts';
import { completeShown, kindOfReport, refundMissing } from './not-arrived.server.ts';
import { takeReturn } from './receive-return.server.ts';

/**
 * The timer of a case has fired: it moves on if it is still in the version for which the timer was set. Nothing moves
 * while a bank decides; `orders.reconcile` tries again.
 */
export async function tickCase(platform: Platform, caseId: string, version: number): Promise<void> {
  const [row] = await platform.db
    .select({ orderId: orderCase.orderId })
    .from(orderCase)
    .where(eq(orderCase.id, caseId));
  if (!row) return;
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const found = await findOpenCase(tx, order.id);
    const now = platform.clock.now();
    if (!found || found.id !== caseId || found.version !== version || !found.dueAt || found.dueAt > now) return;
    if (await hasOpenChargeback(tx.db, order.id)) return;
    await moveOn(tx, order, found, now);
  });
}

async function moveOn(tx: Tx, order: OrderRow, found: CaseRow, now: Date): Promise<void> {
  // The seller's silence is yes.
  if (found.kind === 'cancellation') return cancelAsAgreed(tx, order, { by: 'timer' }, now);
  // The seller's silence is yes, where the parcel can be followed.
  if (found.state === 'return_sent' && found.trackingNumber !== null)
    return takeReturn(tx, order, found, { by: 'timer' }, now);
  if (found.kind === 'withdrawal' && found.state === 'return_awaited') {
    await closeCase(tx, order.id, 'ended', now);
    await noteOrder(tx, order, { by: 'timer', coded: { code: 'withdrawal_lapsed' }, happening: 'lapse' }, now);
    // The problem that it took the place of is open again.
    if (order.status === 'disputed')
      await insertCase(tx, { orderId: order.id, kind: kindOfReport(order), state: 'open' }, now);
    return;
  }
  if (found.kind === 'not_arrived') {
    if (found.state === 'delivery_shown') return completeShown(tx, order, now);
    // Where a side requested a decision, an admin makes it.
    if (order.decisionAskedAt === null && (await leftOf(tx, order)) > 0)
      return refundMissing(tx, order, { mover: { by: 'timer' }, cause: 'not_arrived' }, now);
  }
  const isReturnMissing = found.state === 'return_awaited';
  // A card that is not sent back, and two sides that don't agree, are for an admin to decide.
  await moveCase(tx, found, 'decision', now, { proposal: null });
  const coded = { code: isReturnMissing ? 'return_missed' : 'not_agreed' } as const;
  await noteOrder(tx, order, { by: 'timer', coded, happening: 'not_agreed', facts: { decisionAskedAt: now } }, now);
}
