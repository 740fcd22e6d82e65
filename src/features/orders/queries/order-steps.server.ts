import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { ordersOfBaskets } from '#features/offers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { historyLines, moverWord, statusBadge, statusWords } from '../components/order/order-words.ts';
import type { Order } from '../contract.ts';
import { ordersOf } from '../fulfil/waiting.rules.server.ts';
import { orderNumber } from '../model/order.number.ts';
import { titleOf } from '../model/order.rules.ts';
import { itemsOfOrder, orders } from '../model/order.tables.ts';
import { presentOrder } from './order.present.server.ts';
import { complete } from './orders.queries.server.ts';

/** A step of an order as the conversation of its two shows it. */
export interface OrderStep {
  id: string;
  orderId: string;
  at: string;
  /** `Sent`. */
  title: string;
  /** The title of the order. */
  what: string;
  /** Who acted, in the reader's words, with the detail that is shown beside it. */
  who: string;
  tone: (typeof statusWords)[keyof typeof statusWords]['tone'];
}

interface Talk {
  viewerId: string;
  otherId: string;
  /**
   * The subject of the conversation. An offer for several listings, and its orders, belong to the conversation about no
   * listing.
   */
  subject: { kind: string; id: string };
  /** The interval; null is without an end. */
  from: Date | null;
  until: Date | null;
}

/** The maximum number of one pair's orders of a listing, or of their offers for several, that are shown: the latest. */
const mostOrders = 20;

/** The order that a conversation is about. */
export interface TalkOrder {
  id: string;
  number: string;
  title: string;
  /** The status, as its reader's badge says it. */
  status: string;
  /** What its cards cost together; null where it ended without a sale. */
  price: Money | null;
}

/**
 * The orders of two members that belong to what they talk about: their steps, oldest first, read from the orders' own
 * histories, of each no more than its reader sees on its page; and the latest order that was not cancelled, else the
 * latest.
 */
export async function readOrderTalk(
  platform: Pick<Platform, 'db' | 'clock'>,
  { viewerId, otherId, subject, from, until }: Talk,
): Promise<{ steps: OrderStep[]; order: TalkOrder | null }> {
  const { db, clock } = platform;
  const about = await belongsTo(db, subject, [viewerId, otherId]);
  if (about === null) return { steps: [], order: null };
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        about,
        or(
          and(ordersOf(viewerId, 'buyer'), eq(orders.sellerId, otherId)),
          and(ordersOf(viewerId, 'seller'), eq(orders.buyerId, otherId)),
        ),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(mostOrders);
  const found = (await complete(db, rows)).map((full) => presentOrder(full, viewerId, clock.now()));
  const sideOf = (order: Order) => (order.buyerId === viewerId ? 'buyer' : 'seller');
  const steps = found.flatMap((order) => {
    const side = sideOf(order);
    return historyLines(order.history).map(({ entry, title, note }, place) => ({
      id: `${order.id} ${place}`,
      orderId: order.id,
      at: entry.at,
      title,
      what: titleOf(order.items),
      who: [moverWord(entry.by, order, side), note].filter(Boolean).join(' · '),
      tone: statusWords[entry.status].tone,
    }));
  });
  const within = ({ at }: OrderStep) =>
    (from === null || new Date(at) >= from) && (until === null || new Date(at) < until);
  const current = found.find(({ status }) => status !== 'canceled') ?? found[0];
  return {
    steps: steps.filter(within).sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    order: current
      ? {
          id: current.id,
          number: orderNumber(current.id),
          title: titleOf(current.items),
          status: statusBadge(current.status, sideOf(current)).word,
          price: current.status === 'canceled' ? null : current.totals.items,
        }
      : null,
  };
}

/** Which orders of the two belong to what they talk about; null where none does. */
async function belongsTo(db: Db, subject: Talk['subject'], pair: [string, string]): Promise<SQL | undefined | null> {
  if (subject.kind === 'member')
    // Only offers for several make orders of several cards; the item count also finds an order whose offer has moved to
    // a later order.
    return or(sql`${itemsOfOrder} > 1`, inArray(orders.id, await ordersOfBaskets(db, pair, mostOrders)));
  if (!isId(subject.id)) return null;
  if (subject.kind === 'order') return eq(orders.id, subject.id);
  if (subject.kind === 'listing')
    return sql`exists (select 1 from order_item i where i.order_id = ${orders.id} and i.listing_id = ${subject.id})`;
  return null;
}
