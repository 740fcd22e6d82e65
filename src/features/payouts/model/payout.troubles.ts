import { sql } from 'drizzle-orm';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { isUndecided } from '../release/undecided.ts';
import { ruleAt } from './read-rule.server.ts';

/** Payouts that wait for an admin. */
export const payoutTroubles: readonly Trouble[] = [
  {
    name: 'payouts.short',
    severity: 'urgent',
    sentence: 'Payouts wait because the balance at Stripe is too small.',
    advice: {
      sentence: 'Add money to the balance in Stripe’s dashboard. They are sent again every hour.',
      to: '/admin/money',
    },
    count: (db) => countFew(db, sql`from order_payout where state = 'ready' and paused_reason = 'short'`),
  },
  {
    name: 'payouts.refused',
    severity: 'soon',
    sentence: 'Stripe refused payouts to sellers.',
    advice: {
      sentence: 'Look at each seller’s account in Stripe’s dashboard. They are sent again every day.',
      to: '/admin/money',
    },
    count: (db) => countFew(db, sql`from order_payout where state = 'ready' and paused_reason = 'refused'`),
  },
  {
    name: 'payouts.held',
    severity: 'soon',
    sentence: 'Earnings have been on hold for two months.',
    advice: { sentence: 'See why each order waits, and write to buyer and seller.', to: '/admin/money' },
    count: (db) => countFew(db, sql`from order_payout where state in ('held', 'ready') and told_at is not null`),
  },
  {
    name: 'payouts.decide',
    severity: 'urgent',
    sentence: 'Earnings have been on hold for so long that you have to decide.',
    advice: { sentence: 'Release each payment to the seller, or refund the buyer.', to: '/admin/money#decide' },
    count: async (db, now) => {
      return countFew(db, sql`from order_payout p where ${isUndecided(now, await ruleAt(db, now))}`);
    },
  },
];
