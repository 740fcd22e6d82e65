import { minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const tiersLimits = defineLimits('tiers', {
  /** More than a person needs in a quarter of an hour, and far less than Stripe allows one account. */
  paymentCalls: {
    counts: 'calls of premium and its bills that make us ask Stripe',
    per: 'member',
    points: 60,
    windowMs: 15 * minuteMs,
    sentence: 'You asked the payment service very often. Try again in a few minutes.',
    guards: 'load',
  },
  listingTiers: {
    counts: 'wishes to bring own listings in line with the tier',
    per: 'member',
    points: 30,
    windowMs: 15 * minuteMs,
    sentence: 'Your listings were brought in line a moment ago. Try again in a few minutes.',
    guards: 'load',
  },
});
