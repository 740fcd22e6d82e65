import * as z from 'zod';
import { defineJob, gatheredSchema } from '#platform/jobs/jobs.ts';

const oneWant = z.object({ wantId: z.string() });

/** Ends a want's time. */
export const expireJob = defineJob('wanted.expire', oneWant);

/** Tells pages that wants are hidden with their suspended owner, or shown again. The subject is the member. */
export const followSuspensionJob = defineJob('wanted.follow-suspension', z.object({ subject: z.string() }));

/** Finds the wants that a listing meets now, and those that it meets no more. The subject is the listing. */
export const matchListingJob = defineJob('wanted.match-listing', z.object({ subject: z.string() }));

/** The same of what was just published, together with what others publish in the same moment. */
export const matchPublishedJob = defineJob('wanted.match-published', gatheredSchema);

/** Finds the wants that many listings meet which are new, or have new prices. */
export const matchListingsJob = defineJob(
  'wanted.match-listings',
  z.object({ data: z.object({ live: z.array(z.string()) }) }),
);

/** Finds the copies for sale that meet a want now. The subject is the want. */
export const matchWantJob = defineJob('wanted.match-want', z.object({ subject: z.string() }));

/** A mail that a process of the release before was to send about one want. */
export const mailMatchesJob = defineJob(
  'wanted.mail-matches',
  z.object({ wantId: z.string(), listingIds: z.array(z.string()), at: z.iso.datetime() }),
);

/** Three days before a want's end. */
export const remindJob = defineJob('wanted.remind', oneWant);

export const mailEndingJob = defineJob(
  'wanted.mail-ending',
  z.object({ wantId: z.string(), endsAt: z.iso.datetime() }),
);

/** Takes up wants whose timer has been lost. */
export const reconcileJob = defineJob('wanted.reconcile', z.object({}));
