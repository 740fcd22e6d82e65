import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { offerRefusals } from '../contract.ts';
import { offerLimits } from './offer.rules.ts';

export const offersLimits = defineLimits('offers', {
  made: {
    counts: 'offers and counteroffers made, one for each of their listings; refused ones are not counted',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can make 60 offers an hour. Try again {when}.',
    guards: 'load',
  },
  /** One network may be a dormitory or a shop full of players. */
  madeFromNetwork: {
    counts: 'offers and counteroffers made, one for each of their listings; refused ones are not counted',
    per: 'network',
    points: 240,
    windowMs: hourMs,
    sentence: 'Your network can make 240 offers an hour. Try again {when}.',
    guards: 'load',
  },
});

export const offersQuotas = defineQuotas('offers', {
  pendingOnListing: {
    counts: 'offers on one listing that wait for a reply',
    per: 'listing',
    most: offerLimits.pendingOnListing,
    unit: '',
    freed: 'a reply, a withdrawal, or the end of its time',
    status: 409,
    code: offerRefusals.tooManyOffers,
    sentence: `This listing already has ${offerLimits.pendingOnListing} open offers. Try again when the seller has replied to one.`,
  },
  toWatchers: {
    counts: 'offers of a seller to members who favorited a listing',
    per: 'listing and week',
    most: 1,
    unit: '',
    freed: 'a week after the last one',
    status: 409,
    code: offerRefusals.sentLately,
    sentence:
      'You sent an offer to interested buyers in the past week. The listing’s page shows when you can send the next one.',
  },
  attempts: {
    counts: 'offers made on one listing, including the buyer’s counteroffers',
    per: 'buyer and listing',
    most: offerLimits.attempts,
    unit: '',
    freed: 'nothing: they are used up',
    status: 409,
    code: offerRefusals.noAttempts,
    sentence: `You’ve used all ${offerLimits.attempts} offers on this listing. You can still buy it at its price.`,
  },
});
