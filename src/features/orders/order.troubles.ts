import { sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';

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
    name: 'orders.disputed',
    severity: 'soon',
    sentence: 'Problems that buyers reported have waited for days, and the seller has not settled them.',
    advice: { sentence: 'Read both sides, then give the money back or let the sale stand.', to: '/admin/orders?show=disputed' },
    count: (db, now) => countFew(db, sql`from orders where status = 'disputed' and status_since < ${addMs(now, -3 * dayMs)}`),
  },
];
