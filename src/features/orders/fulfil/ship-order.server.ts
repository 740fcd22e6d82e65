import { figuresInForce } from '#features/shipping/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { reportMissingFrom } from '../cases/arrival.rules.ts';
import type { ShipInput } from '../contract.ts';
import { carrierOf } from '../shipments/recognise-carrier.ts';
import { lockOrder, moveOrder, sideFor } from './move-order.server.ts';

/**
 * The seller says that a paid order is on its way. A carrier that isn't named is that of the tracking number; there may be
 * none where the buyer chose shipping that is not tracked. Refuses the buyer (403) and an order that is not paid or already
 * sent (409).
 */
export async function shipOrder(platform: Platform, actor: Actor, orderId: string, input: ShipInput): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const by = sideFor(order, actor, 'ship');
    const now = platform.clock.now();
    // An order that goes out within its first hour passes through the same states.
    const mine =
      order.status === 'paid' && by === 'seller'
        ? await moveOrder(tx, order, 'hand_over', { by, actorId: actor.id }, now)
        : order;
    const trackingNumber = input.trackingNumber ?? null;
    const parcel = { shippedAt: now, trackingNumber, from: order.shipsFrom, to: order.address?.country ?? null };
    await moveOrder(tx, mine, 'ship', { by, actorId: actor.id }, now, {
      carrier: carrierOf(input),
      trackingNumber,
      reportMissingFrom: reportMissingFrom(parcel, await figuresInForce(tx.db)),
    });
  });
}
