import { minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const tiersLimits = defineLimits('tiers', {
  /** More than a person needs in a quarter of an hour, and far less than Stripe allows one account. */
  paymentCalls: {
    counts: 'requests for Premium and its invoices that call Stripe',
    per: 'member',
    points: 60,
    windowMs: 15 * minuteMs,
    sentence: 'Too many requests to the payment provider. Try again in a few minutes.',
    guards: 'load',
  },
  listingTiers: {
    counts: 'requests to apply the plan to own listings',
    per: 'member',
    points: 30,
    windowMs: 15 * minuteMs,
    sentence: 'Your listings were updated a moment ago. Try again in a few minutes.',
    guards: 'load',
  },
});
