import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { DisputeInput } from '../contract.ts';
import { lockOrder, moveOrder, sideFor } from '../fulfil/move-order.server.ts';

/**
 * The buyer reports a problem: the timers stop until the seller gives the money back or the buyer says that all is
 * well. Refuses the seller (403), an order that is not on its way, and one whose seller still has time to send it
 * (409).
 */
export async function disputeOrder(
  platform: Platform,
  actor: Actor,
  orderId: string,
  input: DisputeInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const facts = { disputeReason: input.reason, disputeText: input.text };
    await moveOrder(
      tx,
      order,
      'dispute',
      { by: sideFor(order, actor, 'dispute'), actorId: actor.id },
      platform.clock.now(),
      facts,
    );
  });
}
