import { and, asc, eq, inArray } from 'drizzle-orm';
import { conflict, invalid } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, type Mover, moveOrder, noteOrder, sideFor } from '../fulfil/move-order.server.ts';
import { toBeShipped } from '../model/order.process.ts';
import { type OrderRow, orderHistory, orderItem } from '../model/order.tables.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { refuseWhileBankDecides } from '../payment-disputes/chargebacks.queries.server.ts';
import { namedItems } from '../refunds/refunded-items.server.ts';
import { requestRefund, requireMoney } from '../refunds/refunds.server.ts';
import { caseRefusals, type WithdrawInput } from './case.contract.ts';
import { findOpenCase } from './case.queries.server.ts';
import { withdrawalEnd } from './case.rules.ts';
import { closeCase, insertCase } from './move-case.server.ts';

/**
 * The buyer withdraws from a purchase from a trader, without a reason. Not shipped yet, the order is canceled and
 * refunded at once; else the cards go back first. It takes the place of an open request or problem. Refuses (409) where
 * there is no such right, its time is over or a withdrawal is open, and items that are not in the order (422).
 */
export async function withdraw(
  platform: Platform,
  actor: Pick<Actor, 'id' | 'role'>,
  orderId: string,
  { items }: WithdrawInput,
): Promise<void> {
  await platform.limits.count(ordersLimits.caseSteps, actor.id);
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by: Mover = { by: sideFor(order, actor, 'withdraw'), actorId: actor.id, happening: 'withdraw' };
    const now = platform.clock.now();
    await requireRight(tx, order, now);
    await refuseWhileBankDecides(tx, orderId);
    await requireMoney(tx, order);
    const open = await findOpenCase(tx, orderId);
    if (open?.kind === 'withdrawal')
      throw conflict(caseRefusals.alreadyOpen, 'You’ve already withdrawn. The order shows what happens next.');
    // It leads to the same.
    if (open?.state.startsWith('return_'))
      throw conflict(caseRefusals.alreadyOpen, 'A return is already agreed. The order shows what happens next.');
    await closeCase(tx, orderId, 'ended', now);
    const named = await namedItems(tx, order, items);
    const part = named && !named.areAll ? named : null;
    if (toBeShipped.includes(order.status)) {
      if (part) throw invalid({ items: 'This order isn’t shipped yet. You can withdraw only from all of it.' });
      await moveOrder(tx, order, 'withdraw', { ...by, coded: { code: 'withdrawn' } }, now);
      await requestRefund(tx, order, { cause: 'cancel', askedBy: actor.id }, now);
      return;
    }
    await insertCase(
      tx,
      { orderId, kind: 'withdrawal', state: 'return_awaited', positions: part?.positions ?? null },
      now,
    );
    const coded = part
      ? ({ code: 'withdrawn_part', params: { titles: part.titles } } as const)
      : ({ code: 'withdrawn' } as const);
    await noteOrder(
      tx,
      order,
      { ...by, happening: 'withdraw', coded, facts: { buyerRead: true, sellerRead: false } },
      now,
    );
  });
}

async function requireRight(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const [item] = await tx.db.select().from(orderItem).where(eq(orderItem.orderId, order.id)).limit(1);
  const [delivered] = await tx.db
    .select({ at: orderHistory.at })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, order.id), inArray(orderHistory.status, ['delivered', 'completed'])))
    .orderBy(asc(orderHistory.id))
    .limit(1);
  const until = withdrawalEnd({
    status: order.status,
    isFromTrader: item?.snapshot.soldBy?.kind === 'trader',
    deliveredAt: delivered?.at ?? null,
  });
  if (until === null)
    throw conflict(
      caseRefusals.noWithdrawal,
      'You can withdraw only from a paid order of a trader. Report a problem instead, or ask the seller to cancel.',
    );
  if (until !== 'open' && until < now)
    throw conflict(caseRefusals.noWithdrawal, `The time to withdraw ended on ${dayMonthYear(until)}.`);
}
