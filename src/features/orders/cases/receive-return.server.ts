import { and, eq, inArray } from 'drizzle-orm';
import { conflict, isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, type Mover, sideFor } from '../fulfil/move-order.server.ts';
import { type OrderRow, orderItem } from '../model/order.tables.ts';
import { countRefund } from '../refunds/count-refund.server.ts';
import { namedItems } from '../refunds/refunded-items.server.ts';
import { refundReturn } from './agree.server.ts';
import { caseRefusals } from './case.contract.ts';
import { mayActOn } from './case.process.ts';
import { requireOpenCase } from './case.queries.server.ts';
import type { CaseRow } from './case.tables.ts';
import { closeCase } from './move-case.server.ts';

/**
 * The seller has the cards back: the buyer is refunded. Refuses the buyer, a seller as `countRefund` does (403), and a
 * case without a return (409).
 */
export async function receiveReturn(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const side = sideFor(order, actor, 'settle a case');
    const found = await requireOpenCase(tx, orderId);
    if (!mayActOn('receive_return', side, found, order.trackingNumber !== null))
      throw conflict(caseRefusals.wrongState, 'There’s no return to confirm. Reload the order.');
    await countRefund(platform, tx, actor);
    await takeReturn(tx, order, found, { by: 'seller', actorId: actor.id }, platform.clock.now());
  });
}

/** The cards of a case are back. The order's row must be locked. */
export async function takeReturn(tx: Tx, order: OrderRow, found: CaseRow, mover: Mover, now: Date): Promise<void> {
  await closeCase(tx, order.id, 'returned', now);
  await refundReturn(tx, order, await returnedPart(tx, order, found), mover, now);
}

async function returnedPart(tx: Tx, order: OrderRow, { positions }: CaseRow) {
  if (positions === null) return null;
  const rows = await tx.db
    .select({ listingId: orderItem.listingId })
    .from(orderItem)
    .where(and(eq(orderItem.orderId, order.id), inArray(orderItem.position, positions)));
  const listingIds = rows.map(({ listingId }) => listingId);
  try {
    const named = await namedItems(tx, order, listingIds);
    return named && { amount: named.worth, positions: named.positions, titles: named.titles };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // They are refunded already.
    return { amount: 0, positions, titles: [] };
  }
}
