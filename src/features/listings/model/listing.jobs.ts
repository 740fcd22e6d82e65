import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneListing = z.object({ listingId: z.string() });
const manyListings = z.object({ listingIds: z.array(z.string()) });
/** The event's own subject: a member. */
const oneMember = z.object({ subject: z.string() });

/** Ends a listing's time. */
export const expireJob = defineJob('listings.expire', oneListing, { formerly: ['listing.expire'] });

/** Ends those whose time is over of some that began together. */
export const expireTogetherJob = defineJob('listings.expire-together', manyListings);

/** Notifies the seller before it ends. */
export const notifyEndingJob = defineJob('listings.tell-ending', oneListing, { formerly: ['listing.tell-ending'] });

/** The same for those that began together and have no other end since. */
export const notifyEndingTogetherJob = defineJob(
  'listings.tell-ending-together',
  manyListings.extend({ endsAt: z.iso.datetime() }),
);

/**
 * Follows `listing.ended`, once for all listings of a seller that end in the same minute; keyed by the seller, so that
 * there is only one of it waiting.
 */
export const notifyEndedJob = defineJob('listings.tell-ended', z.object({ data: z.object({ sellerId: z.string() }) }), {
  formerly: ['listing.tell-ended'],
});

export const mailNoticeJob = defineJob('listings.mail-notice', z.object({ mailId: z.string() }), {
  formerly: ['listing.mail-notice'],
});

export const followTierJob = defineJob('listings.follow-tier', oneMember, { formerly: ['listing.follow-tier'] });

export const followSuspensionJob = defineJob('listings.follow-suspension', oneMember, {
  formerly: ['listing.follow-suspension'],
});

/** Follows what a seller shows as a trader, and rings again when the time for it is over; keyed by the seller. */
export const followStatusJob = defineJob('listings.follow-standing', oneMember);

/** Mails a seller that listings were paused until it is shown who sells. */
export const mailUnnamedJob = defineJob(
  'listings.mail-unnamed',
  z.object({ sellerId: z.string(), paused: z.number(), at: z.iso.datetime() }),
);

/** Removes the files of photos that no listing holds. */
export const sweepPhotosJob = defineJob('listings.sweep-photos', z.object({ photoIds: z.array(z.string()) }), {
  formerly: ['listing.photos.sweep'],
});

/** Takes up listings whose time ran out and whose timer was lost. */
export const reconcileJob = defineJob('listings.reconcile', z.object({}));

/** Reconciles the live listings of sellers with tier, suspension and seller status. */
export const reconcileLiveJob = defineJob('listings.reconcile-live', z.object({}));

/** Forgets the photos of listings that were removed long ago and that no order shows. */
export const sweepRemovedPhotosJob = defineJob('listings.sweep-removed-photos', z.object({}));

/** Deletes the view counts of removed listings. */
export const sweepViewsJob = defineJob('listings.sweep-views', z.object({}));

/** Checks whether another live listing names the same certificate. The subject is the listing. */
export const checkCertificateJob = defineJob('listings.check-certificate', z.object({ subject: z.string() }));

/** The same of many that began together. */
export const checkCertificatesJob = defineJob(
  'listings.check-certificates',
  z.object({ data: z.object({ certified: z.array(z.string()) }) }),
);

/** Sums up what was added to the tallies of sellers since. */
export const foldTalliesJob = defineJob('listings.fold-tallies', z.object({}));

/** Makes the search words of listings again where the rule for them has changed since they were stored. */
export const refreshWordsJob = defineJob('listings.refresh-words', z.object({}));
