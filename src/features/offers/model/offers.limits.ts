import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { offerRefusals } from '../contract.ts';
import { offerLimits } from './offer.rules.ts';

export const offersLimits = defineLimits('offers', {
  made: {
    counts:
      'offers and counter-offers made, each once for every listing that it is for; those that were refused are not counted',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You have made very many offers this hour. You can go on {when}.',
    guards: 'load',
  },
  /** One network may be a dormitory or a shop full of players. */
  madeFromNetwork: {
    counts:
      'offers and counter-offers made, each once for every listing that it is for; those that were refused are not counted',
    per: 'network',
    points: 240,
    windowMs: hourMs,
    sentence: 'Very many offers were made from your network this hour. You can go on {when}.',
    guards: 'load',
  },
});

export const offersQuotas = defineQuotas('offers', {
  pendingOnListing: {
    counts: 'offers on one listing that wait for an answer',
    per: 'listing',
    most: offerLimits.pendingOnListing,
    unit: '',
    freed: 'an answer, a withdrawal, or the end of its time',
    status: 409,
    code: offerRefusals.tooManyOffers,
    sentence: `This listing has ${offerLimits.pendingOnListing} offers that wait for an answer already. Try again when one of them is answered.`,
  },
  toWatchers: {
    counts: 'offers of a seller to those who saved a listing',
    per: 'listing and week',
    most: 1,
    unit: '',
    freed: 'a week after the last one',
    status: 409,
    code: offerRefusals.sentLately,
    sentence:
      'You have sent an offer to those who saved this listing within the past week. Its page says when you can send the next.',
  },
  attempts: {
    counts: 'offers made for one listing, counter-offers of the buyer’s among them',
    per: 'buyer and listing',
    most: offerLimits.attempts,
    unit: '',
    freed: 'nothing: they are used up',
    status: 409,
    code: offerRefusals.noAttempts,
    sentence: `You have made ${offerLimits.attempts} offers for this listing, and that is as many as there are. You can still buy it at its price.`,
  },
});
