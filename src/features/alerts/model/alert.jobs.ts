import * as z from 'zod';
import { defineJob, gatheredSchema } from '#platform/jobs/jobs.ts';

const oneListing = z.object({ subject: z.string() });

/** Finds the saved searches and the followers that a listing is news to. The subject is the listing. */
export const matchNewJob = defineJob('alerts.match-new', oneListing);

/** The same of what was just published, together with what others publish in the same moment. */
export const matchPublishedJob = defineJob('alerts.match-published', gatheredSchema);

/** Reads saved searches by the catalogue as it is now. */
export const keySearchesJob = defineJob('alerts.key-searches', z.object({}));
/** The same of many new listings of one seller. */
export const matchManyJob = defineJob(
  'alerts.match-many',
  z.object({ data: z.object({ sellerId: z.string(), live: z.array(z.string()) }) }),
);

/** Looks at what became of a favourite. The subject is the listing. */
export const watchFavouriteJob = defineJob('alerts.watch-favourite', oneListing);

/**
 * Finds the saved searches and want lists that listings of one seller are news to by their new prices, and looks at
 * what became of those that are favourites.
 */
export const matchRepricedJob = defineJob(
  'alerts.match-repriced',
  z.object({ data: z.object({ live: z.array(z.string()), shown: z.array(z.string()) }) }),
);

/** Some hours before the end of a listing that is a favourite. */
export const notifyEndingJob = defineJob(
  'alerts.tell-ending',
  z.object({ listingId: z.string(), expiresAt: z.iso.datetime() }),
);

/** Has the owners of these wants told of the copies that came to meet them. */
export const awaitWantedJob = defineJob(
  'alerts.await-wanted',
  // Processes of before name one of them.
  z.object({ wants: z.array(z.string()).default([]), wantId: z.string().optional() }),
  { formerly: ['wanted.tell'] },
);

/** Has what waits of a want told as often as its owner chooses now. The subject is the want. */
export const followWantJob = defineJob('alerts.follow-want', z.object({ subject: z.string() }));

/** Has those told for whom something is due at this moment. */
export const notifyDueJob = defineJob('alerts.tell-due', z.object({ at: z.iso.datetime() }));

/** Tells a member of all that is due, in entries and one mail. */
export const notifyJob = defineJob('alerts.tell', z.object({ memberId: z.string() }));

/**
 * Mails it. A worker of the release before knows the former name alone: it would leave wanted posts out of the letter.
 */
export const mailJob = defineJob('alerts.write-letter', z.object({ memberId: z.string(), at: z.iso.datetime() }), {
  formerly: ['alerts.mail'],
});

/** Forgets what was told of long ago. */
export const sweepJob = defineJob('alerts.sweep', z.object({}));
