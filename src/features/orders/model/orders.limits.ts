import { dayMs, hourMs, lasting, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { orderRefusals } from '../contract.ts';
import { holdPauses, mostProblemPhotos, orderLimits } from './order.rules.ts';

const pauseSentence = `429 with when: no new hold of them for ${holdPauses.stepsMs.map(lasting).join(', ')}, longer after each further one`;

export const ordersLimits = defineLimits('orders', {
  /** More than a person needs in a quarter of an hour, and far less than Stripe allows one account. */
  paymentCalls: {
    counts: 'orders placed or cancelled that make us ask Stripe',
    per: 'member',
    points: 60,
    windowMs: 15 * minuteMs,
    sentence: 'You can place or cancel 60 orders in 15 minutes. Try again {when}.',
    guards: 'load',
  },
  holds: {
    counts: 'purchases started, each once for all of its orders; those that came to nothing are not counted',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can start 60 purchases an hour. Try again {when}.',
    guards: 'load',
  },
  /** One network may be a dormitory or a shop full of players. */
  holdsOfNetwork: {
    counts: 'purchases started, each once for all of its orders; those that came to nothing are not counted',
    per: 'network',
    points: 240,
    windowMs: hourMs,
    sentence: 'Your network can start 240 purchases an hour. Try again {when}.',
    guards: 'load',
  },
  /** A sheet of a hundred orders takes the process a good second. */
  papers: {
    counts: 'papers of orders made as PDF',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can print documents 60 times an hour. Try again {when}.',
    guards: 'load',
  },
  caseSteps: {
    counts: 'requests, proposals and answers about an order',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can send 60 requests and answers about orders an hour. Try again {when}.',
    guards: 'load',
  },
  withdrawalsByLink: {
    counts: 'withdrawals through the link in an email',
    per: 'network',
    points: 30,
    windowMs: hourMs,
    sentence: 'Your network can send 30 withdrawals an hour. Try again {when}.',
    guards: 'load',
  },
  /** A stolen session must not give away the money of a shop. */
  refunds: {
    counts: 'refunds, cancellations and agreements to pay back by the seller',
    per: 'member',
    points: 30,
    windowMs: dayMs,
    sentence: null,
    otherwise: 'the seller verifies their identity first (403 `step_up_required`), then there is no limit',
    guards: 'entry',
  },
  exports: {
    counts: 'files of orders written as CSV',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You can export your orders 30 times an hour. Try again {when}.',
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
  unpaidHoldsFromNetwork: {
    counts: 'holds of the same listing, by whomever, that ended unpaid',
    per: 'network and listing',
    points: holdPauses.freeOfListingFromNetwork,
    windowMs: holdPauses.windowMs,
    sentence: null,
    otherwise: `${pauseSentence}; not for members who have paid for an order before`,
    guards: 'entry',
  },
});

export const ordersQuotas = defineQuotas('orders', {
  problemPhotos: {
    counts: 'photos with which a buyer shows a problem',
    per: 'order',
    most: mostProblemPhotos,
    unit: '',
    freed: 'nothing: they stay with the order',
    status: 409,
    code: orderRefusals.photoQuota,
    sentence: `You can add up to ${mostProblemPhotos} photos to a problem.`,
  },
  unpaidOrders: {
    counts: 'unpaid purchases, each with its holds',
    per: 'member',
    most: orderLimits.unpaidHolds,
    unit: '',
    freed: 'paying or cancelling one, or the end of its hold',
    status: 409,
    code: orderRefusals.tooManyHolds,
    sentence: `You have ${orderLimits.unpaidHolds} unpaid purchases. Pay or cancel one, then try again.`,
  },
});
