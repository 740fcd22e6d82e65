import { hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const accountLimits = defineLimits('payouts', {
  links: {
    counts: 'links to Stripe’s page for a payout account',
    per: 'member',
    points: 10,
    windowMs: hourMs,
    sentence: 'You can open Stripe’s page 10 times an hour. Try again {when}.',
    guards: 'load',
  },
  /** Each return from Stripe's page reads the account. Over the limit the page shows what was read before. */
  readings: {
    counts: 'readings of a payout account after a return from Stripe’s page',
    per: 'member',
    points: 30,
    windowMs: 15 * minuteMs,
    sentence: null,
    otherwise: 'the page shows what was read before',
    guards: 'load',
  },
});
