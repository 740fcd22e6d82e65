import { and, eq } from 'drizzle-orm';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { checkoutEnd, checkoutKey } from './checkout.server.ts';
import { orderRefusals } from './contract.ts';
import { refuseWhilePaused } from './hold-pause.server.ts';
import type { NewOrder } from './new-order.server.ts';
import { orderLimits } from './order.rules.ts';
import { orders } from './order.tables.ts';
import { ordersQuotas } from './orders.limits.ts';

/** Where an order is put. */
export interface Placing {
  /** Where it comes from; null where nobody knows. */
  network: string | null;
  /** The browser that buys has signed in to the seller's account before. */
  isSharedBrowser: boolean;
  /** An accepted offer keeps the copies already. */
  isKept: boolean;
}

/**
 * Has order, items, history and payment come with the last statement of the write, and only where the buyer has a free place, no pause, and neither of the two has blocked the other: this is
 * the hottest write of the market, and `member_block` is only read. Pauses and blocks are before a hold: they say nothing where an accepted offer keeps the copies already.
 * Refuses then: blocked (403), paused (429), no free place (409).
 */
export function insertOrder(tx: Tx, placed: NewOrder, placing: Placing): void {
  const { order, items } = placed;
  const { network, isKept } = placing;
  tx.decideLast({
    name: isKept ? 'kept-order' : 'order',
    values: valuesOf(placed, placing),
    steps: (at) => steps(at, isKept ? '' : beforeHold(at)),
    otherwise: async (market) => {
      const listingId = items[0]?.listingId ?? '';
      if (!isKept) await refuseBlocked(market, order.buyerId, order.sellerId, blockedSentence);
      if (!isKept) await refuseWhilePaused(market, { buyerId: order.buyerId, listingId, network }, order.createdAt);
      // What stood against it may be gone by the time that it is asked for.
      if ((await countUnpaid(market, order.buyerId)) < orderLimits.unpaidHolds)
        throw conflict(orderRefusals.wrongState, 'Nothing was bought. Try again.');
      throw overQuota(ordersQuotas.unpaidOrders);
    },
  });
}

async function countUnpaid({ db }: Pick<Tx, 'db'>, buyerId: string): Promise<number> {
  return db.$count(orders, and(eq(orders.buyerId, buyerId), eq(orders.status, 'pending_payment')));
}

const blockedSentence = 'You and this seller can’t trade with each other. Nothing was bought.';

function valuesOf({ order, items }: NewOrder, { network, isSharedBrowser }: Placing) {
  return {
    id: order.id,
    buyer: order.buyerId,
    seller: order.sellerId,
    currency: order.currency,
    itemsAmount: order.itemsAmount,
    post: order.shippingAmount,
    total: order.totalAmount,
    postName: order.shippingName,
    isTracked: order.shippingTracked,
    heldUntil: order.holdExpiresAt,
    now: order.createdAt,
    places: orderLimits.unpaidHolds,
    items: JSON.stringify(items.map((item, position) => ({ ...item, position }))),
    key: checkoutKey(order.id),
    pageEnd: checkoutEnd(order),
    network,
    isSharedBrowser,
  };
}

type At = Record<keyof ReturnType<typeof valuesOf>, string>;

/** Of the one listing that is held with the order. */
const beforeHold = ({ buyer, seller, now, network, items }: At) => {
  const paused = `select 1 from hold_pause p where p.until > ${now}::timestamptz and`;
  const listing = `${items}::jsonb -> 0 ->> 'listingId'`;
  return `and not exists (${paused} p.buyer_id = ${buyer} and p.listing_id in ('', ${listing}))
    and not exists (${paused} p.buyer_id = 'network ' || ${network}::text and p.listing_id = ${listing}
      and not exists (select 1 from orders o where o.buyer_id = ${buyer} and o.paid_at is not null))
    and not exists (select 1 from member_block b where (b.member_id, b.blocked_id) in ((${buyer}, ${seller}), (${seller}, ${buyer})))`;
};

const steps = (
  {
    id,
    buyer,
    seller,
    currency,
    itemsAmount,
    post,
    total,
    postName,
    isTracked,
    heldUntil,
    now,
    places,
    items,
    key,
    pageEnd,
    network,
    isSharedBrowser,
  }: At,
  alsoOnlyWhere: string,
) =>
  [
    [
      'placed',
      `insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, shipping_name, shipping_tracked,
         hold_expires_at, status_since, created_at, updated_at, hold_slot)
       select ${id}, ${buyer}, ${seller}, 'pending_payment', ${currency}, ${itemsAmount}::bigint, ${post}::bigint, ${total}::bigint, ${postName}, ${isTracked}::boolean,
         ${heldUntil}::timestamptz, ${now}::timestamptz, ${now}, ${now}, slot
       from generate_series(1, ${places}::int) as slot
       where not exists (select 1 from orders o where o.buyer_id = ${buyer} and o.status = (select 'pending_payment') and o.hold_slot = slot) ${alsoOnlyWhere}
       order by slot limit 1
       returning id, created_at`,
    ],
    [
      'placed_items',
      `insert into order_item (order_id, position, listing_id, title, quantity, price_amount, snapshot)
       select id, i.position, i."listingId", i.title, i.quantity, i."priceAmount", i.snapshot
       from placed, jsonb_to_recordset(${items}::jsonb) as i(position int, "listingId" text, title text, quantity int, "priceAmount" bigint, snapshot jsonb)`,
    ],
    [
      'placed_origin',
      `insert into order_origin (order_id, network, at) select id, ${network}, created_at from placed where ${network}::text is not null`,
    ],
    ['placed_sign', `insert into order_sign (order_id, kind, at) select id, 'browser', created_at from placed where ${isSharedBrowser}::boolean`],
    [
      'placed_history',
      `insert into order_history (order_id, status, at, by, actor_id) select id, 'pending_payment', created_at, 'buyer', ${buyer} from placed`,
    ],
    [
      'placed_payment',
      `insert into payment (order_id, idempotency_key, session_expires_at, amount, currency)
       select id, ${key}, ${pageEnd}::timestamptz, ${total}::bigint, ${currency} from placed`,
    ],
  ] as const;
