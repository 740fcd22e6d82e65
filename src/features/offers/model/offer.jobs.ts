import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneOffer = z.object({ offerId: z.string() });

/** Ends the time to answer. */
export const expireJob = defineJob('offers.expire', oneOffer);

/** Ends the time to pay an accepted one. */
export const lapseJob = defineJob('offers.lapse', oneOffer);

/** Ends what a suspended member has under way, on either side. The subject is the member. */
export const followSuspensionJob = defineJob('offers.follow-suspension', z.object({ subject: z.string() }));

/** Ends what waits on a listing that was taken down. The subject is the listing. */
export const followListingJob = defineJob('offers.follow-listing', z.object({ subject: z.string() }));

/** Follows `offer.news`. The names of emails are plain strings: one that this version does not know is left out. */
export const mailUpdatesJob = defineJob(
  'offers.mail-news',
  z.object({ subject: z.string(), version: z.number(), data: z.object({ letters: z.array(z.string()) }) }),
);

/** Takes up offers and reservations whose timer has been lost. */
export const reconcileJob = defineJob('offers.reconcile', z.object({}));

/** Stops the clock of pending offers for a seller's listings during their vacation. The subject is the seller. */
export const followVacationJob = defineJob('offers.follow-vacation', z.object({ subject: z.string() }));
