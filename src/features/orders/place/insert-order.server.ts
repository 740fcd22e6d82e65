import type { Tx } from '#platform/outbox/write.ts';
import { checkoutEnd, checkoutKey } from '../checkout/checkout.server.ts';
import { orderHistory, orderItem, orderOrigin, orderSign, orders, payment } from '../model/order.tables.ts';
import type { NewOrder } from './new-order.server.ts';

/** The client that an order is placed from. */
export interface PlacedFrom {
  /** As a keyed hash; null where it is unknown. */
  network: string | null;
  /** The browser that buys has signed in to the seller's account before. */
  isSharedBrowser: boolean;
}

/** Writes a new order with its items, its first moment, its payment and where it was placed from. */
export async function insertOrder(
  tx: Tx,
  { order, items, history }: NewOrder,
  { network, isSharedBrowser }: PlacedFrom,
): Promise<void> {
  await tx.db.insert(orders).values(order);
  await tx.db.insert(orderItem).values(items.map((item, position) => ({ ...item, orderId: order.id, position })));
  await tx.db
    .insert(orderHistory)
    .values(history.map((moment) => ({ ...moment, orderId: order.id, actorId: order.buyerId })));
  await tx.db.insert(payment).values({
    orderId: order.id,
    idempotencyKey: checkoutKey(order.id),
    sessionExpiresAt: checkoutEnd(order),
    amount: order.totalAmount,
    currency: order.currency,
  });
  const { id: orderId, createdAt: at } = order;
  if (network !== null) await tx.db.insert(orderOrigin).values({ orderId, network, at });
  if (isSharedBrowser) await tx.db.insert(orderSign).values({ orderId, kind: 'browser', at });
}
