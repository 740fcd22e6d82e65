import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { offerEmailNames } from '../emails/offer.emails.ts';
import { offerStatuses } from './offer.process.ts';

/** Its subject is the offer, its topics `user:BUYER` and `user:SELLER`. */
export const offerChanged = defineEvent(
  'offer.changed',
  z.object({ status: z.enum(offerStatuses), listingId: z.string(), buyerId: z.string(), sellerId: z.string() }),
);

/** An offer that a rule had accepted was not paid in its time. Its subject is the offer. */
export const ruleOfferLapsed = defineEvent(
  'offer.rule-lapsed',
  z.object({ buyerId: z.string(), listingId: z.string(), network: z.string().nullable() }),
);

/** Emails are to be sent. Its subject is the offer. */
export const offerUpdates = defineEvent('offer.news', z.object({ letters: z.array(z.enum(offerEmailNames)) }));
