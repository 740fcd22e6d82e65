import * as z from 'zod';
import { defineJob, gatheredSchema } from '#platform/jobs/jobs.ts';

const oneListing = z.object({ subject: z.string() });

/** Matches a new listing with saved searches and followers. The subject is the listing. */
export const matchNewJob = defineJob('alerts.match-new', oneListing);

/** Matches newly published listings, batched with others of the same moment. */
export const matchPublishedJob = defineJob('alerts.match-published', gatheredSchema);

/** Computes the keys of saved searches by the current catalogue. */
export const keySearchesJob = defineJob('alerts.key-searches', z.object({}));
/** Matches many new listings of one seller. */
export const matchManyJob = defineJob(
  'alerts.match-many',
  z.object({ data: z.object({ sellerId: z.string(), live: z.array(z.string()) }) }),
);

/** Compares a favourite with its stored state. The subject is the listing. */
export const watchFavouriteJob = defineJob('alerts.watch-favourite', oneListing);

/**
 * Matches listings of one seller with new prices against saved searches and want lists, and checks those that are
 * favourites.
 */
export const matchRepricedJob = defineJob(
  'alerts.match-repriced',
  z.object({ data: z.object({ live: z.array(z.string()), shown: z.array(z.string()) }) }),
);

/** Runs some hours before the end of a listing that is a favourite. */
export const notifyEndingJob = defineJob(
  'alerts.tell-ending',
  z.object({ listingId: z.string(), expiresAt: z.iso.datetime() }),
);

/** Stores alerts for the owners of these wants about copies that now meet them. */
export const awaitWantedJob = defineJob(
  'alerts.await-wanted',
  // Processes of the previous release name one of them.
  z.object({ wants: z.array(z.string()).default([]), wantId: z.string().optional() }),
  { formerly: ['wanted.tell'] },
);

/** Moves the pending alerts of a want to its new frequency. The subject is the want. */
export const followWantJob = defineJob('alerts.follow-want', z.object({ subject: z.string() }));

/** Notifies the members with alerts that are due at this moment. */
export const notifyDueJob = defineJob('alerts.tell-due', z.object({ at: z.iso.datetime() }));

/** Notifies a member of all that is due, with notifications and one email. */
export const notifyJob = defineJob('alerts.tell', z.object({ memberId: z.string() }));

/** Sends the email. A worker of the previous release knows the former name only and would leave out wanted posts. */
export const mailJob = defineJob('alerts.write-letter', z.object({ memberId: z.string(), at: z.iso.datetime() }), {
  formerly: ['alerts.mail'],
});

/** Deletes alerts that were sent long ago. */
export const sweepJob = defineJob('alerts.sweep', z.object({}));
