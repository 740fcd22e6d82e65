import { eq, sql } from 'drizzle-orm';
import { releaseStock } from '#features/listings/index.server.ts';
import { returnAgreement } from '#features/offers/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder, type Mover, moveOrder } from '../fulfil/move-order.server.ts';
import { closeCheckoutJob } from '../model/order.jobs.ts';
import { findNetwork } from '../model/order.origin.server.ts';
import { type OrderRow, orderItem } from '../model/order.tables.ts';
import type { CancelCode } from '../model/order.texts.ts';
import { countUnpaidHold } from '../place/hold-pause.server.ts';

/**
 * Ends an unpaid order and puts its copies back for sale, in one transaction. An order that is not unpaid any more is
 * left as it is, so that a timer, a buyer and a webhook may all come here. The caller has closed the payment page
 * first, or knows why it need not; a page that is not known to be closed (`page`) is closed by a job, as soon as it can
 * be. `cause` is the app's reason, `reason` a member's. `isUnpaid`: the buyer had the time to pay and did not, which counts against hoarding.
 */
export async function freeUnpaidOrder(
  platform: Platform,
  orderId: string,
  verb: 'expire' | 'cancel',
  mover: Mover,
  {
    cause = null,
    reason = null,
    page = 'closed',
    isUnpaid = false,
  }: {
    cause?: CancelCode | null;
    reason?: string | null;
    page?: 'closed' | 'none' | 'unknown';
    isUnpaid?: boolean;
  } = {},
): Promise<OrderRow> {
  return write(platform, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== 'pending_payment') return order;
    const now = platform.clock.now();
    const items = await itemsOf(tx, orderId);
    // The copy of an accepted offer stays its buyer's while the offer says so: nothing is free then, and nothing was
    // hoarded.
    const isReserved = await returnAgreement(tx, { orderId, now });
    if (!isReserved)
      for (const item of items)
        await releaseStock(tx, { listingId: item.listingId, quantity: item.quantity, orderId, now });
    if (isUnpaid && !isReserved) {
      const listingIds = items.map(({ listingId }) => listingId);
      const holder = { buyerId: order.buyerId, network: await findNetwork(tx, orderId) };
      await countUnpaidHold(platform, tx, holder, listingIds, now);
    }
    if (page !== 'closed') tx.enqueue(closeCheckoutJob, { orderId });
    return moveOrder(tx, order, verb, mover, now, { cancelReason: reason, cancelCode: cause });
  });
}

/** In the order of listing ids, so that two orders with the same listings cannot lock each other out. */
export async function itemsOf(tx: Tx, orderId: string): Promise<OrderedItem[]> {
  return tx.db
    .select({
      listingId: orderItem.listingId,
      quantity: orderItem.quantity,
      priceAmount: orderItem.priceAmount,
      listingVersion: sql<number>`(${orderItem.snapshot} ->> 'version')::bigint`,
      listedPrice: sql<number>`(${orderItem.snapshot} #>> '{price,amount}')::bigint`,
    })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(orderItem.listingId);
}

export interface OrderedItem {
  listingId: string;
  quantity: number;
  /** The listing's version as it was ordered. */
  listingVersion: number;
  /** For one copy, in the order's currency; `listedPrice`: the listing's price then. They differ for agreed prices. */
  priceAmount: number;
  listedPrice: number;
}
