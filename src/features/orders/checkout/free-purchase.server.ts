import { asc, eq, inArray, sql } from 'drizzle-orm';
import { lockListings, releaseStock } from '#features/listings/index.server.ts';
import { returnAgreement } from '#features/offers/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type Mover, moveOrder } from '../fulfil/move-order.server.ts';
import { closePageJob } from '../model/order.jobs.ts';
import { findNetwork } from '../model/order.origin.server.ts';
import { orderItem } from '../model/order.tables.ts';
import type { CancelCode } from '../model/order.texts.ts';
import { countUnpaidHold } from '../place/hold-pause.server.ts';
import { lockPurchase } from '../purchase/purchase.queries.server.ts';
import { type PurchaseRow, purchase } from '../purchase/purchase.tables.ts';

/**
 * Ends an unpaid purchase and puts its copies back for sale, in one transaction. A purchase that is not open any more is
 * left as it is, so that a timer, a buyer and a webhook may all come here. The caller has closed the payment page first,
 * or knows why it need not; a page that is not known to be closed (`page`) is closed by a job, as soon as it can be.
 * `cause` is the app's reason, `reason` a member's. `isUnpaid`: the buyer had the time to pay and did not, which counts
 * against hoarding.
 */
export async function freePurchase(
  platform: Platform,
  purchaseId: string,
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
): Promise<PurchaseRow> {
  return write(platform, async (tx) => {
    const { paid, placed } = await lockPurchase(tx, purchaseId);
    if (paid.status !== 'open') return paid;
    const now = platform.clock.now();
    const freed = await moveToCanceled(tx, paid, now);
    const unpaid = placed.filter(({ status }) => status === 'pending_payment');
    const items = await itemsOf(tx, unpaid);
    if (unpaid.length > 1) await lockListings(tx, listingsOf(items));
    const hoarded: string[] = [];
    for (const order of unpaid) {
      const own = items.filter(({ orderId }) => orderId === order.id);
      // The copies of an accepted offer stay their buyer's while the offer says so: nothing of them is free then, and
      // nothing was hoarded.
      const reserved = await returnAgreement(tx, { orderId: order.id, now });
      for (const { listingId, quantity } of without(own, reserved)) {
        await releaseStock(tx, { listingId, quantity, orderId: order.id, now });
        hoarded.push(listingId);
      }
      await moveOrder(tx, order, verb, mover, now, { cancelReason: reason, cancelCode: cause });
    }
    const [first] = placed;
    if (isUnpaid && first && hoarded.length > 0) {
      const holder = { buyerId: paid.buyerId, network: await findNetwork(tx, first.id) };
      await countUnpaidHold(platform, tx, holder, hoarded, now);
    }
    if (page !== 'closed') tx.enqueue(closePageJob, { purchaseId });
    return freed;
  });
}

async function moveToCanceled(tx: Tx, { id }: PurchaseRow, now: Date): Promise<PurchaseRow> {
  const [freed] = await tx.db
    .update(purchase)
    .set({ status: 'canceled', updatedAt: now, version: sql`${purchase.version} + 1` })
    .where(eq(purchase.id, id))
    .returning();
  if (!freed) throw new RangeError(`purchase ${id} is gone`);
  return freed;
}

interface Copies {
  listingId: string;
  quantity: number;
}

/** The items that are none of the reserved copies. */
export function without<T extends Copies>(items: readonly T[], reserved: readonly Copies[]): T[] {
  const left = [...reserved];
  return items.filter(({ listingId, quantity }) => {
    const at = left.findIndex((one) => one.listingId === listingId && one.quantity === quantity);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** In the order of their ids, in which listings are locked. */
export const listingsOf = (items: readonly Copies[]): string[] =>
  [...new Set(items.map(({ listingId }) => listingId))].sort();

/** In the order of listing ids, so that two orders with the same listings cannot lock each other out. */
export async function itemsOf(tx: Tx, placed: readonly { id: string }[]): Promise<OrderedItem[]> {
  if (placed.length === 0) return [];
  return tx.db
    .select({
      orderId: orderItem.orderId,
      listingId: orderItem.listingId,
      quantity: orderItem.quantity,
      priceAmount: orderItem.priceAmount,
      listingVersion: sql<number>`(${orderItem.snapshot} ->> 'version')::bigint`,
      listedPrice: sql<number>`(${orderItem.snapshot} #>> '{price,amount}')::bigint`,
    })
    .from(orderItem)
    .where(
      inArray(
        orderItem.orderId,
        placed.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderItem.listingId));
}

export interface OrderedItem extends Copies {
  orderId: string;
  /** The listing's version as it was ordered. */
  listingVersion: number;
  /** For one copy, in the order's currency; `listedPrice`: the listing's price then. They differ for agreed prices. */
  priceAmount: number;
  listedPrice: number;
}
