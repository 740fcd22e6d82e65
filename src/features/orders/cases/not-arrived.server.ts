import { and, eq } from 'drizzle-orm';
import { figuresInForce } from '#features/shipping/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import { type Mover, moveOrder } from '../fulfil/move-order.server.ts';
import { type OrderRow, orderHistory } from '../model/order.tables.ts';
import { leftOf, requestRefund } from '../refunds/refunds.server.ts';
import { act, note } from './answer-case.server.ts';
import { coverOfLoss } from './arrival.rules.ts';
import type { AnswerInput } from './case.contract.ts';
import { closeCase, moveCase } from './move-case.server.ts';

type ReportedOrder = Pick<OrderRow, 'disputeReason' | 'reportMissingFrom'>;

/**
 * Refuses to report a shipped order as not arrived while it may still be on its way (409 `too_early`, with `from`), and
 * one whose buyer confirmed delivery (422). The order's row must be locked.
 */
export async function requireMissing(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const confirmed = and(
    eq(orderHistory.orderId, order.id),
    eq(orderHistory.status, 'delivered'),
    eq(orderHistory.by, 'buyer'),
  );
  if ((await tx.db.$count(orderHistory, confirmed)) > 0)
    throw invalid({ reason: 'You confirmed delivery. Select another type of problem.' });
  const { reportMissingFrom: from } = order;
  if (from && now < from)
    throw conflict(
      orderRefusals.tooEarly,
      `The order may still be on its way. You can report it as not received from ${dayMonthYear(from)}.`,
      { from: from.toISOString() },
    );
}

/** The kind of the case that a reported order has: a shipped one that was not received has a case of its own. */
export const kindOfReport = ({ disputeReason, reportMissingFrom }: ReportedOrder): 'not_arrived' | 'problem' =>
  disputeReason === 'not_received' && reportMissingFrom !== null ? 'not_arrived' : 'problem';

/** The seller says that tracking shows the delivery: the buyer contests it, or the order has arrived. */
export function showDelivery(platform: Platform, actor: Actor, orderId: string, input: AnswerInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'show_delivery', version: input.version }, async (tx, acting) => {
    await moveCase(tx, acting.found, 'delivery_shown', acting.now, { proposal: null });
    const coded = { code: 'delivery_shown' } as const;
    await note(tx, acting, actor, { coded, reason: input.reason, happening: 'show_delivery' });
  });
}

/** The buyer says that the order has not arrived, whatever tracking shows: an admin decides. */
export function contestDelivery(platform: Platform, actor: Actor, orderId: string, input: AnswerInput): Promise<void> {
  return act(platform, actor, { orderId, verb: 'contest_delivery', version: input.version }, async (tx, acting) => {
    await moveCase(tx, acting.found, 'decision', acting.now);
    const coded = { code: 'delivery_contested' } as const;
    const facts = { decisionAskedAt: acting.now };
    await note(tx, acting, actor, { coded, reason: input.reason, happening: 'contest_delivery', facts });
  });
}

/** The buyer did not contest what tracking shows: the order is completed. The order's row must be locked. */
export async function completeShown(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await closeCase(tx, order.id, 'ended', now);
  const coded = { code: 'delivery_not_contested' } as const;
  await moveOrder(tx, order, 'complete', { by: 'timer', coded, happening: 'keep_delivered' }, now);
}

/**
 * Refunds all that is left of an order that did not arrive. What the market bears of it stays with the seller, whose
 * sale is completed then. The order's row must be locked, and money be left.
 */
export async function refundMissing(
  tx: Tx,
  order: OrderRow,
  { mover, ...wanted }: { mover: Mover; cause: 'not_arrived' | 'operator'; reason?: string; askedBy?: string },
  now: Date,
): Promise<void> {
  await closeCase(tx, order.id, 'refunded', now);
  const amount = await leftOf(tx, order);
  const covered = coverOfLoss(order, amount, await figuresInForce(tx.db));
  await requestRefund(tx, order, { ...wanted, covered }, now);
  if (covered === 0) {
    const coded = { code: 'not_arrived_refunded' } as const;
    await moveOrder(tx, order, 'refund', { ...mover, coded }, now);
    return;
  }
  const coded = { code: 'not_arrived_covered', params: money(covered, order.currency) } as const;
  await moveOrder(tx, order, 'complete', { ...mover, coded, happening: 'cover_loss' }, now);
}
