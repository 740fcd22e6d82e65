import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import type { Order } from './contract.ts';
import { presentOrder } from './order.present.server.ts';
import type { OrderStatus } from './order.process.ts';
import { type OrderRow, orders } from './order.tables.ts';
import { orderTimes } from './order.times.ts';
import { complete } from './orders.queries.server.ts';

/** What a side does about an order that waits for it. */
export const orderNeedKinds = ['send', 'pay', 'confirm'] as const;
export type OrderNeedKind = (typeof orderNeedKinds)[number];

export interface OrderNeed {
  kind: OrderNeedKind;
  order: Order;
  /** When it is too late, or the market sees to it by itself. */
  until: Date;
}

/** Which orders, whose side of them, and until when: by the states of the process and its times. */
const needs: Record<OrderNeedKind, { side: 'buyer' | 'seller'; in: readonly OrderStatus[]; until(order: OrderRow): Date }> = {
  send: {
    side: 'seller',
    in: ['paid', 'awaiting_shipping'],
    until: ({ status, statusSince }) => addMs(statusSince, orderTimes.shipWithinMs + (status === 'paid' ? orderTimes.handOverMs : 0)),
  },
  pay: { side: 'buyer', in: ['pending_payment'], until: ({ holdExpiresAt }) => holdExpiresAt },
  confirm: { side: 'buyer', in: ['shipped'], until: ({ statusSince }) => addMs(statusSince, orderTimes.assumeDeliveredMs) },
};

/** What a member has to do about their orders: of each kind the `limit` that have waited longest, and how many there are. */
export async function listOrderNeeds(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  memberId: string,
  limit: number,
): Promise<{ items: OrderNeed[]; counts: Record<OrderNeedKind, number> }> {
  const now = clock.now();
  const found = await Promise.all(
    orderNeedKinds.map(async (kind) => {
      const open = openFor(kind, memberId, now);
      const [rows, n] = await Promise.all([
        db.select().from(orders).where(open).orderBy(asc(orders.statusSince), asc(orders.id)).limit(limit),
        db.$count(orders, open),
      ]);
      return { kind, rows, n };
    }),
  );
  const rows = found.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })));
  const full = await complete(
    db,
    rows.map(({ row }) => row),
  );
  return {
    items: rows.flatMap(({ kind, row }, at) => {
      const one = full[at];
      return one ? [{ kind, order: presentOrder(one, memberId, now), until: needs[kind].until(row) }] : [];
    }),
    counts: Object.fromEntries(found.map(({ kind, n }) => [kind, n])) as Record<OrderNeedKind, number>,
  };
}

function openFor(kind: OrderNeedKind, memberId: string, now: Date): SQL | undefined {
  const { side, in: states } = needs[kind];
  const mine = eq(side === 'seller' ? orders.sellerId : orders.buyerId, memberId);
  // A hold that is over can't be paid any more, also when its timer comes a moment later.
  return and(
    mine,
    inArray(orders.status, [...states]),
    kind === 'pay' ? sql`${orders.holdExpiresAt} > ${now.toISOString()}::timestamptz` : undefined,
  );
}
