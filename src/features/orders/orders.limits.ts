import { lasting, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { holdPauses } from './order.rules.ts';

const pauseSentence = `429 with when: no new hold of them for ${holdPauses.stepsMs.map(lasting).join(', ')}, longer after each further one`;

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
  unpaidHolds: {
    counts: 'holds that ended unpaid',
    per: 'member',
    points: holdPauses.free,
    windowMs: holdPauses.windowMs,
    sentence: null,
    otherwise: pauseSentence,
    guards: 'entry',
  },
  unpaidHoldsOfListing: {
    counts: 'holds of the same listing that ended unpaid',
    per: 'member and listing',
    points: holdPauses.freeOfListing,
    windowMs: holdPauses.windowMs,
    sentence: null,
    otherwise: pauseSentence,
    guards: 'entry',
  },
});
