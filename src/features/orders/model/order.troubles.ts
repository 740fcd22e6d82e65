import { sql } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { orderTimes } from './order.times.ts';

/** Failed and not sent again, while there is money left to give. */
export const stuckRefunds = sql`from refund r join orders o on o.id = r.order_id join purchase p on p.id = o.purchase_id
  where r.state = 'failed' and not exists (select 1 from refund n where n.retry_of = r.id)
    and p.captured_at is not null and o.total_amount > (select coalesce(sum(g.amount), 0) from refund g where g.order_id = r.order_id and g.state <> 'failed')
      + (select coalesce(sum(c.taken_amount), 0) from chargeback_part c where c.order_id = r.order_id)`;

/** The bank waits for evidence that no admin has sent: `canAnswer` as an SQL condition. */
export const unansweredChargebacks = sql`closed_at is null and status in ('needs_response', 'warning_needs_response')
  and (evidence_asked_at is null or evidence_for <> status)`;

/** The orders that wait for an admin. */
export const orderTroubles: readonly Trouble[] = [
  {
    name: 'orders.attention',
    severity: 'urgent',
    sentence: 'Orders are on hold because they don’t match Stripe.',
    advice: {
      sentence: 'Each order shows the reason. Compare it with Stripe’s dashboard, then check it again.',
      to: '/admin/orders?show=attention',
    },
    count: (db) => countFew(db, sql`from orders where attention is not null`),
  },
  {
    name: 'orders.refund-failed',
    severity: 'urgent',
    sentence: 'Refunds have failed. Buyers are waiting for their money.',
    advice: {
      sentence: 'Find the reason in Stripe’s dashboard, then retry each refund.',
      to: '/admin/orders?show=refund_failed',
    },
    count: (db) => countFew(db, stuckRefunds),
  },
  {
    name: 'orders.chargeback',
    severity: 'urgent',
    sentence: 'Chargebacks are waiting for evidence.',
    advice: {
      sentence: 'Read the order and submit evidence to the bank before its deadline.',
      to: '/admin/orders?show=chargeback',
    },
    count: (db) => countFew(db, sql`from chargeback where ${unansweredChargebacks}`),
  },
  {
    name: 'orders.disputed',
    severity: 'soon',
    sentence: 'Reported problems have been open for days.',
    advice: {
      sentence: 'Read both sides, then approve a refund or close the problem without one.',
      to: '/admin/orders?show=disputed',
    },
    count: (db, now) =>
      countFew(
        db,
        sql`from orders where status = 'disputed' and status_since < ${addMs(now, -orderTimes.decideAfterMs)}`,
      ),
  },
];
