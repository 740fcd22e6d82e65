import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Page } from '#kernel/numbers/paging.ts';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListOrdersInput, Order } from '../contract.ts';
import type { OrderStatus } from '../model/order.process.ts';
import { type OrderRow, orders } from '../model/order.tables.ts';
import { orderTimes } from '../model/order.times.ts';
import { type FullOrder, presentOrder } from './order.present.server.ts';
import { complete, readPage } from './orders.queries.server.ts';

/** The actions of a side on an order that waits for it. */
export const orderNeedKinds = ['send', 'pay', 'confirm'] as const;
export type OrderNeedKind = (typeof orderNeedKinds)[number];

export interface OrderNeed {
  kind: OrderNeedKind;
  order: Order;
  /** The deadline of the action, or when a timer makes it unnecessary. */
  until: Date;
}

/**
 * Which orders, whose side of them, and for how long since they came to a state; `hold`: until the order's own hold
 * ends.
 */
const needs: Record<OrderNeedKind, { side: 'buyer' | 'seller'; lasts: Partial<Record<OrderStatus, number | 'hold'>> }> =
  {
    send: {
      side: 'seller',
      lasts: { paid: orderTimes.shipWithinMs + orderTimes.handOverMs, awaiting_shipping: orderTimes.shipWithinMs },
    },
    pay: { side: 'buyer', lasts: { pending_payment: 'hold' } },
    confirm: { side: 'buyer', lasts: { shipped: orderTimes.assumeDeliveredMs } },
  };

const statesOf = (kind: OrderNeedKind) => Object.entries(needs[kind].lasts) as [OrderStatus, number | 'hold'][];

function untilOf(kind: OrderNeedKind, { status, statusSince }: OrderRow, { holdExpiresAt }: Order): Date {
  const lasts = needs[kind].lasts[status];
  return typeof lasts === 'number' ? addMs(statusSince, lasts) : new Date(holdExpiresAt);
}

/** The same of rows: whether it is over before `soon`. */
const endsBefore = (kind: OrderNeedKind, soon: Date): SQL | undefined =>
  or(
    ...statesOf(kind).map(([status, lasts]) =>
      and(
        eq(orders.status, status),
        lasts === 'hold' ? lt(orders.holdExpiresAt, soon) : lt(orders.statusSince, addMs(soon, -lasts)),
      ),
    ),
  );

/**
 * The to-do list of a member's orders: of each kind the `limit` that have waited longest, how many there are, and how
 * many of all end before `soon`.
 */
export async function listOrderNeeds(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  memberId: string,
  limit: number,
  soon: Date,
): Promise<{ items: OrderNeed[]; counts: Record<OrderNeedKind, number>; ending: Record<OrderNeedKind, number> }> {
  const now = clock.now();
  const found = await Promise.all(
    orderNeedKinds.map(async (kind) => {
      const open = openFor(kind, memberId, now);
      const [rows, [sums]] = await Promise.all([
        db.select().from(orders).where(open).orderBy(asc(orders.statusSince), asc(orders.id)).limit(limit),
        db
          .select({
            n: sql<number>`count(*)::int`,
            ending: sql<number>`(count(*) filter (where ${endsBefore(kind, soon)}))::int`,
          })
          .from(orders)
          .where(open),
      ]);
      return { kind, rows, n: sums?.n ?? 0, ending: sums?.ending ?? 0 };
    }),
  );
  const rows = found.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })));
  const full = await complete(
    db,
    rows.map(({ row }) => row),
  );
  const byKind = (of: (one: (typeof found)[number]) => number) =>
    Object.fromEntries(found.map((one) => [one.kind, of(one)])) as Record<OrderNeedKind, number>;
  return {
    items: rows.flatMap(({ kind, row }, at) => {
      const one = full[at];
      if (!one) return [];
      const order = presentOrder(one, memberId, now);
      return [{ kind, order, until: untilOf(kind, row, order) }];
    }),
    counts: byKind(({ n }) => n),
    ending: byKind(({ ending }) => ending),
  };
}

const openForMember = (memberId: string, now: Date) => orderNeedKinds.map((kind) => openFor(kind, memberId, now));

/** The orders that need an action of a member, newest first. */
export async function listOrdersToDo(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  memberId: string,
  page: Pick<ListOrdersInput, 'cursor' | 'limit'>,
): Promise<Page<FullOrder>> {
  return readPage(db, openForMember(memberId, clock.now()), page);
}

/** How many there are. */
export async function countToDo({ db, clock }: Pick<Platform, 'db' | 'clock'>, memberId: string): Promise<number> {
  return db.$count(orders, or(...openForMember(memberId, clock.now())));
}

function openFor(kind: OrderNeedKind, memberId: string, now: Date): SQL | undefined {
  const mine = eq(needs[kind].side === 'seller' ? orders.sellerId : orders.buyerId, memberId);
  // A hold that is over can't be paid any more, also when its timer comes a moment later.
  return and(
    mine,
    inArray(
      orders.status,
      statesOf(kind).map(([status]) => status),
    ),
    kind === 'pay' ? sql`${orders.holdExpiresAt} > ${now.toISOString()}::timestamptz` : undefined,
  );
}
