import { sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';

/** Longer than between two daily comparisons, with the hours in which a failed one is tried again. */
const lateAfterMs = 2 * dayMs;

export const compareTroubles: readonly Trouble[] = [
  {
    name: 'payouts.comparison',
    severity: 'urgent',
    sentence: 'The ledger doesn’t match Stripe’s balance.',
    advice: {
      sentence: 'Each difference names its object at Stripe. Compare it with Stripe’s dashboard.',
      to: '/admin/money#differences',
    },
    count: (db) => countFew(db, sql`from stripe_difference`),
  },
  {
    name: 'payouts.comparison-late',
    severity: 'soon',
    sentence: 'The ledger hasn’t been compared with Stripe for two days.',
    advice: { sentence: 'Check the failed jobs. The next comparison reads the days in between.', to: '/admin/jobs' },
    count: async (db, now) =>
      countFew(db, sql`from (select max(checked_at) as at from stripe_day) d where d.at < ${addMs(now, -lateAfterMs)}`),
  },
  {
    name: 'payouts.schedule',
    severity: 'urgent',
    sentence: 'Stripe pays out the balance automatically. Sellers’ money can end up in your bank account.',
    advice: {
      sentence: 'Set the payouts of your own balance to manual.',
      to: '/admin/money',
    },
    count: (db) => countFew(db, sql`from stripe_schedule where payouts is distinct from 'manual'`),
  },
];
