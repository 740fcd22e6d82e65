import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, noteOrder, sideFor, wrongState } from '../fulfil/move-order.server.ts';
import { toBeShipped } from '../model/order.process.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { refuseWhileBankDecides } from '../payment-disputes/chargebacks.queries.server.ts';
import { caseRefusals } from './case.contract.ts';
import { findOpenCase } from './case.queries.server.ts';
import { insertCase } from './move-case.server.ts';

/**
 * The buyer asks the seller to cancel a paid order that is not shipped. Silence is yes. Refuses the seller, who cancels
 * without asking (403), an order in another state and one with an open case (409).
 */
export async function requestCancellation(
  platform: Platform,
  actor: Actor,
  orderId: string,
  { reason }: { reason?: string | undefined },
): Promise<void> {
  await platform.limits.count(ordersLimits.caseSteps, actor.id);
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by = sideFor(order, actor, 'request a cancellation');
    if (!toBeShipped.includes(order.status)) throw wrongState('cancel', by, order.status);
    await refuseWhileBankDecides(tx, orderId);
    if (await findOpenCase(tx, orderId))
      throw conflict(caseRefusals.alreadyOpen, 'This order has an open request. Answer it, or take it back first.');
    const now = platform.clock.now();
    await insertCase(
      tx,
      { orderId, kind: 'cancellation', state: 'proposed', proposal: { kind: 'cancel', by: 'buyer' } },
      now,
    );
    const coded = { code: 'cancellation_requested' } as const;
    await noteOrder(
      tx,
      order,
      { by, actorId: actor.id, note: reason, coded, happening: 'ask_cancellation', facts: { buyerRead: true } },
      now,
    );
  });
}
