import { sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';

/** Failed and not sent again, while there is money left to give. */
export const stuckRefunds = sql`from refund r join payment p on p.order_id = r.order_id
  where r.state = 'failed' and not exists (select 1 from refund n where n.retry_of = r.id)
    and p.captured_amount > (select coalesce(sum(g.amount), 0) from refund g where g.order_id = r.order_id and g.state <> 'failed')`;

/** What of orders waits for a person. */
export const orderTroubles: readonly Trouble[] = [
  {
    name: 'orders.attention',
    severity: 'urgent',
    sentence: 'Orders stand still, because what Stripe says of them does not fit.',
    advice: { sentence: 'Compare the order with Stripe’s dashboard, then have it looked at anew.', to: '/admin/orders?show=attention' },
    count: (db) => countFew(db, sql`from orders where attention is not null`),
  },
  {
    name: 'orders.refund-failed',
    severity: 'urgent',
    sentence: 'Refunds have failed: buyers wait for money that came back to the market.',
    advice: { sentence: 'Look why in Stripe’s dashboard, then send each one again.', to: '/admin/orders?show=refund_failed' },
    count: (db) => countFew(db, stuckRefunds),
  },
  {
    name: 'orders.disputed',
    severity: 'soon',
    sentence: 'Problems that buyers reported have waited for days, and the seller has not settled them.',
    advice: { sentence: 'Read both sides, then give the money back or let the sale stand.', to: '/admin/orders?show=disputed' },
    count: (db, now) => countFew(db, sql`from orders where status = 'disputed' and status_since < ${addMs(now, -3 * dayMs)}`),
  },
];
