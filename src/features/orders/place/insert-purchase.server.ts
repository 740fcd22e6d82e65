import type { Tx } from '#platform/outbox/write.ts';
import { orderHistory, orderItem, orderOrigin, orderSign, orders } from '../model/order.tables.ts';
import { purchase } from '../purchase/purchase.tables.ts';
import type { NewPurchase } from './new-order.server.ts';

/** The client that a purchase is placed from. */
export interface PlacedFrom {
  /** As a keyed hash; null where it is unknown. */
  network: string | null;
  /** Whether the browser that buys has signed in to the seller's account before. */
  isSharedBrowser(sellerId: string): boolean;
}

/** Writes a new purchase with its orders, their items and first moments, and where it was placed from. */
export async function insertPurchase(
  tx: Tx,
  { paid, placed }: NewPurchase,
  { network, isSharedBrowser }: PlacedFrom,
): Promise<void> {
  const all = placed.map(({ order }) => order);
  const at = paid.createdAt;
  await tx.db.insert(purchase).values(paid);
  await tx.db.insert(orders).values(all);
  await tx.db
    .insert(orderItem)
    .values(
      placed.flatMap(({ order, items }) => items.map((item, position) => ({ ...item, orderId: order.id, position }))),
    );
  await tx.db
    .insert(orderHistory)
    .values(
      placed.flatMap(({ order, history }) =>
        history.map((moment) => ({ ...moment, orderId: order.id, actorId: order.buyerId })),
      ),
    );
  if (network !== null)
    await tx.db.insert(orderOrigin).values(all.map(({ id: orderId }) => ({ orderId, network, at })));
  const shared = all.filter(({ sellerId }) => isSharedBrowser(sellerId));
  if (shared.length > 0)
    await tx.db.insert(orderSign).values(shared.map(({ id: orderId }) => ({ orderId, kind: 'browser' as const, at })));
}
