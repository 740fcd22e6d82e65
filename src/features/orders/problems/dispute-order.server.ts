import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { caseRefusals } from '../cases/case.contract.ts';
import { findOpenCase } from '../cases/case.queries.server.ts';
import { closeCase, insertCase } from '../cases/move-case.server.ts';
import { kindOfReport, requireMissing } from '../cases/not-arrived.server.ts';
import type { DisputeInput } from '../contract.ts';
import { lockOrder, moveOrder, sideFor } from '../fulfil/move-order.server.ts';

/**
 * The buyer reports a problem: the timers stop until the seller gives the money back or the buyer says that all is
 * well. Refuses the seller (403), an order that is not on its way, one whose seller still has time to send it, and one
 * as not received that may still arrive (409).
 */
export async function disputeOrder(
  platform: Platform,
  actor: Actor,
  orderId: string,
  input: DisputeInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by = sideFor(order, actor, 'dispute');
    const now = platform.clock.now();
    const open = await findOpenCase(tx, orderId);
    if (open?.kind === 'withdrawal')
      throw conflict(caseRefusals.alreadyOpen, 'You withdrew from this purchase. Ship the cards back to get a refund.');
    const facts = { disputeReason: input.reason, disputeText: input.text };
    const kind = kindOfReport({ ...order, ...facts });
    if (kind === 'not_arrived') await requireMissing(tx, order, now);
    await moveOrder(tx, order, 'dispute', { by, actorId: actor.id }, now, facts);
    // A request to cancel that the seller has not answered.
    if (open) await closeCase(tx, orderId, 'ended', now);
    await insertCase(tx, { orderId, kind, state: 'open' }, now);
  });
}
