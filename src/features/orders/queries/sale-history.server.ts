import type * as z from 'zod';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { orderChanged } from '../model/order.events.ts';
import { isPaid } from '../model/order.process.ts';
import { isMoneyRetained } from './seller-sales.server.ts';

/** How a paid order went, as far as it concerns its seller. */
export interface SaleCourse {
  orderId: string;
  sellerId: string;
  paidAt: Date;
  /** From the payment to the shipping; null while it is not sent, and where it never was. */
  shipSeconds: number | null;
  /** Canceled by the seller, or fully refunded, without sending. */
  isCanceled: boolean;
  /** The buyer reported a problem. */
  isReported: boolean;
  /** And that is closed. */
  isSettled: boolean;
}

/**
 * Orders with self-buying signals are left out, as in prices. A sent order that was refunded is no sale and counts for
 * nothing good, but a problem that its buyer reported stays counted.
 */
const text = `select o.id as "orderId", o.seller_id as "sellerId", o.paid_at as "paidAt",
    floor(extract(epoch from h.shipped_at - o.paid_at))::int as "shipSeconds", coalesce(h.canceled, false) and h.shipped_at is null as "isCanceled",
    coalesce(h.reported, false) as "isReported", coalesce(h.reported, false) and o.status <> 'disputed' as "isSettled"
  from orders o cross join lateral (select min(at) filter (where status = 'shipped') as shipped_at, bool_or(status = 'disputed') as reported,
    bool_or(status in ('canceled', 'refunded') and by = 'seller') as canceled from order_history where order_id = o.id) h
  where o.paid_at is not null and not exists (select from order_sign s where s.order_id = o.id)
    and (h.shipped_at is null or coalesce(h.reported, false) or ${isMoneyRetained})`;

/** How one order went; null where it counts for nothing: unpaid, bought from oneself, or sent and refunded. */
export async function saleCourse(db: Db, orderId: string): Promise<SaleCourse | null> {
  const { rows } = await connectionOf(db).query<SaleCourse>({
    name: 'orders-sale-course',
    text: `${text} and o.id = $1`,
    values: [orderId],
  });
  return rows[0] ?? null;
}

/** The courses of all orders of a seller that were paid since then. */
export async function saleCoursesOf(db: Db, sellerId: string, since: Date): Promise<SaleCourse[]> {
  const { rows } = await connectionOf(db).query<SaleCourse>({
    name: 'orders-sale-courses',
    text: `${text} and o.seller_id = $1 and o.paid_at > $2`,
    values: [sellerId, since],
  });
  return rows;
}

type Changed = z.output<(typeof orderChanged)['data']>;

/** Whether a change of an order may change whether it counts for ratings: `orderWeights`. */
export function mayStopCounting({ from, status }: Pick<Changed, 'from' | 'status'>): boolean {
  return from !== null && ['delivered', 'completed', 'disputed', 'refunded'].includes(status);
}

/** Whether a move of an order says anything new of how it went. Placing one does not, and costs no job. */
export function movesSaleCourse({ from, status }: Pick<Changed, 'from' | 'status'>): boolean {
  return (
    from !== status &&
    (isPaid(from) !== isPaid(status) || status === 'shipped' || status === 'disputed' || from === 'disputed')
  );
}
