import * as z from 'zod';
import { defineJob, gatheredSchema } from '#platform/jobs/jobs.ts';

const oneWant = z.object({ wantId: z.string() });

/** Expires a want. */
export const expireJob = defineJob('wanted.expire', oneWant);

/** Notifies pages that wants are hidden with their suspended owner, or shown again. The subject is the member. */
export const followSuspensionJob = defineJob('wanted.follow-suspension', z.object({ subject: z.string() }));

/** Updates the matches of a listing, which is the subject. */
export const matchListingJob = defineJob('wanted.match-listing', z.object({ subject: z.string() }));

/** Matches newly published listings, batched with others of the same moment. */
export const matchPublishedJob = defineJob('wanted.match-published', gatheredSchema);

/** Matches many listings that are new or have new prices. */
export const matchListingsJob = defineJob(
  'wanted.match-listings',
  z.object({ data: z.object({ live: z.array(z.string()) }) }),
);

/** Updates the matches of a want, which is the subject. */
export const matchWantJob = defineJob('wanted.match-want', z.object({ subject: z.string() }));

/** An email about one want that a process of the previous release had scheduled. */
export const mailMatchesJob = defineJob(
  'wanted.mail-matches',
  z.object({ wantId: z.string(), listingIds: z.array(z.string()), at: z.iso.datetime() }),
);

/** Reminds the owner three days before a want's end. */
export const remindJob = defineJob('wanted.remind', oneWant);

export const mailEndingJob = defineJob(
  'wanted.mail-ending',
  z.object({ wantId: z.string(), endsAt: z.iso.datetime() }),
);

/** Expires wants whose timer was lost. */
export const reconcileJob = defineJob('wanted.reconcile', z.object({}));
