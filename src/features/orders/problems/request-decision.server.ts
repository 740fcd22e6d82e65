import { conflict } from '#kernel/refusal.ts';
import { dateAndTime } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import { lockOrder, noteOrder, sideFor, wrongState } from '../fulfil/move-order.server.ts';
import { decisionOf } from '../model/decision.rules.ts';

/**
 * The buyer or the seller requests a decision on a reported problem. It changes only the order's history: admins see it
 * in their list, the other side on the order's page. Refuses third parties (404), an order without an open problem and
 * a second request (409 `wrong_state`), and a request before `decideAfterMs` have passed since the report (409
 * `too_early`).
 */
export async function requestDecision(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const side = sideFor(order, actor, 'ask for a decision');
    const decision = decisionOf(order);
    if (!decision) throw wrongState('complete', side, order.status);
    if (decision.askedAt)
      throw conflict(orderRefusals.wrongState, 'A decision has already been requested for this problem.');
    const now = platform.clock.now();
    if (now < decision.possibleFrom)
      throw conflict(orderRefusals.tooEarly, `You can request a decision from ${dateAndTime(decision.possibleFrom)}.`, {
        from: decision.possibleFrom.toISOString(),
      });
    const coded = { code: 'decision_requested' } as const;
    const facts = { decisionAskedAt: now, buyerRead: side === 'buyer', sellerRead: side === 'seller' };
    await noteOrder(tx, order, { by: side, actorId: actor.id, coded, happening: 'ask_decision', facts }, now);
  });
}
