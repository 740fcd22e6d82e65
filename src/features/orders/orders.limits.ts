import { minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const ordersLimits = defineLimits('orders', {
  /** More than a person needs in a quarter of an hour, and far less than Stripe allows one market. */
  paymentCalls: {
    counts: 'orders placed or cancelled that make us ask Stripe',
    per: 'member',
    points: 60,
    windowMs: 15 * minuteMs,
    sentence: 'You asked the payment service very often. Try again in a few minutes.',
    guards: 'load',
  },
});
