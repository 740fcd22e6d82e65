import type * as z from 'zod';
import { listingChanged, listingsCreated, listingsRepriced } from '#features/listings/index.server.ts';
import { memberRestored, memberSuspended } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { runsBatch, runsTogether } from '#platform/jobs/runs-batch.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { exportWants, forgetWants, wantsReturn } from './lifecycle/erase-member.server.ts';
import { expireWant, followSuspension, reconcileWants } from './lifecycle/move-want.server.ts';
import { mailEnding, remindOfEnd } from './lifecycle/renew-want.server.ts';
import { matchListings } from './match/match-many.server.ts';
import { matchListing, matchWant } from './match/match-wants.server.ts';
import { renewNotification } from './match/pending-notifications.server.ts';
import { wantsData, wantsRetained } from './model/want.data.ts';
import { wantChanged, wantsMet } from './model/want.events.ts';
import {
  expireJob,
  followSuspensionJob,
  mailEndingJob,
  mailMatchesJob,
  matchListingJob,
  matchListingsJob,
  matchPublishedJob,
  matchWantJob,
  reconcileJob,
  remindJob,
} from './model/want.jobs.ts';
import { wantPolicy } from './model/want.policy.ts';
import { wantMails, wantUpdates } from './model/wanted.emails.ts';
import { wantedLimits, wantedQuotas } from './model/wanted.limits.ts';
import { openWantPages, sitemapParts } from './sitemap.server.ts';
import { addWantedApi } from './wanted.api.server.ts';
import { wantedChannel, wantedSubject } from './wanted.channel.server.ts';
import { getWant } from './wants.queries.server.ts';

type ListingData = z.output<typeof listingChanged.data>;

/**
 * Drafts, favourite counts, photos and reservations change no want's page, which reads what is for sale at each
 * request. Batches of new prices come as `listings.repriced`; new listings are matched in batches with others of the
 * same moment.
 */
const changesMatches = ({ change, status }: ListingData) =>
  status !== 'draft' &&
  !['published', 'favorited', 'photos', 'held', 'repriced'].includes(change) &&
  (change !== 'sold' || status === 'sold');

export const feature: Feature = {
  name: 'wanted',
  policy: wantPolicy,
  personalData: wantsData,
  retention: wantsRetained,
  dataExport: { part: 'wanted', read: exportWants },
  erasure: { rank: 37, erase: forgetWants, restore: wantsReturn },
  memberPages: ['/wanted/create'],
  livePages: ['/wanted/:id'],
  navigation: [
    { in: 'main', rank: 15, to: '/wanted', label: 'Wanted' },
    { in: 'bar', rank: 20, to: '/wanted', label: 'Wanted', icon: 'wants' },
    { in: 'footer', rank: 15, to: '/wanted', label: 'Wanted' },
    { in: 'dashboard', rank: 43, to: '/dashboard/wanted', label: 'Wanted posts', icon: 'wants' },
  ],
  mailKinds: [wantMails],
  notificationKinds: [wantUpdates],
  limits: Object.values(wantedLimits),
  quotas: Object.values(wantedQuotas),
  sitemap: { pages: ['/wanted'], entries: { name: 'wanted', partStarts: sitemapParts, list: openWantPages } },
  api: addWantedApi,
  replayedResponses: {
    'POST /api/wanted': async ({ db }, _actor, wantId) => ({ status: 201, body: await getWant(db, wantId) }),
  },
  events: [wantChanged, wantsMet],
  jobs: [
    runs(expireJob, (platform, { wantId }) => expireWant(platform, wantId)),
    runs(followSuspensionJob, (platform, { subject }) => followSuspension(platform, subject)),
    runs(matchListingJob, (platform, { subject }) => matchListing(platform, subject)),
    runsTogether(matchListingsJob, {
      things: ({ data }) => data.live,
      work: (platform, { data }) => matchListings(platform, data.live),
      alone: (tx, subject) => tx.enqueue(matchListingJob, { subject }),
    }),
    runsBatch(matchPublishedJob, matchListingJob, matchListings),
    runs(matchWantJob, (platform, { subject }) => matchWant(platform, subject)),
    runs(mailMatchesJob, renewNotification),
    runs(remindJob, (platform, { wantId }) => remindOfEnd(platform, wantId)),
    runs(mailEndingJob, mailEnding),
    runs(reconcileJob, reconcileWants),
  ],
  reactions: [
    wakes(memberSuspended, followSuspensionJob),
    wakes(memberRestored, followSuspensionJob),
    wakes(listingChanged, matchListingJob, {
      when: ({ data }) => changesMatches(data),
      about: ({ subject }) => [subject],
    }),
    wakes(listingChanged, matchPublishedJob, {
      when: ({ data }) => data.change === 'published',
      payload: ({ subject }) => ({ gathered: [subject] }),
      runAt: (now) => now,
    }),
    wakes(listingsCreated, matchListingsJob, {
      when: ({ data }) => data.live.length > 0,
      about: ({ data }) => data.live,
    }),
    wakes(listingsRepriced, matchListingsJob, {
      when: ({ data }) => data.live.length > 0,
      about: ({ data }) => data.live,
    }),
    wakes(wantChanged, matchWantJob, { when: ({ data }) => data.change === 'created' || data.change === 'edited' }),
  ],
  schedules: [{ job: reconcileJob, cron: '*/10 * * * *' }],
  channels: { wanted: wantedChannel },
  threadSubjects: { wanted: wantedSubject },
};
