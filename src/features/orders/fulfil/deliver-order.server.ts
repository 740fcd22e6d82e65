import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { lockOrder, type Mover, moveOrder, sideFor } from './move-order.server.ts';

/**
 * The buyer says that the card has arrived. Counts as a sale of the seller's. Refuses the seller (403) and an order
 * that is not on its way (409).
 */
export async function deliverOrder(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await arrive(tx, order, { by: sideFor(order, actor, 'deliver'), actorId: actor.id }, platform.clock.now());
  });
}

/**
 * The buyer takes back a reported problem: everything is fine. Refuses the seller (403) and an order without an open
 * report (409).
 */
export async function settleOrder(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await moveOrder(
      tx,
      order,
      'complete',
      { by: sideFor(order, actor, 'settle'), actorId: actor.id },
      platform.clock.now(),
    );
  });
}

/** A delivery counts as a sale, whether the buyer or the timer reports it. */
export async function arrive(tx: Tx, order: OrderRow, mover: Mover, now: Date): Promise<void> {
  await moveOrder(tx, order, 'deliver', mover, now);
}
