import type * as z from 'zod';
import { memberRestored, memberSuspended } from '#features/members/index.server.ts';
import { tierChanged, tierConfirmed } from '#features/tiers/index.server.ts';
import { statusChanged } from '#features/traders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import { expireListing, expireTogether } from './lifecycle/expire-listing.server.ts';
import { forgetSeller, lockSeller, sellerReturns } from './lifecycle/forget-seller.server.ts';
import { addListingsApi } from './listings.api.server.ts';
import { listingsData, listingsRetained } from './model/listing.data.ts';
import {
  listingChanged,
  listingEnded,
  listingsCreated,
  listingsRepriced,
  salesBlockChanged,
} from './model/listing.events.ts';
import {
  checkCertificateJob,
  checkCertificatesJob,
  expireJob,
  expireTogetherJob,
  foldTalliesJob,
  followStatusJob,
  followSuspensionJob,
  followTierJob,
  mailNoticeJob,
  mailUnnamedJob,
  notifyEndedJob,
  notifyEndingJob,
  notifyEndingTogetherJob,
  reconcileJob,
  reconcileLiveJob,
  refreshWordsJob,
  sweepPhotosJob,
  sweepRemovedPhotosJob,
  sweepViewsJob,
} from './model/listing.jobs.ts';
import { listingPolicy } from './model/listing.policy.ts';
import { listingQuotas } from './model/listing.quotas.ts';
import { listingsLimits } from './model/listings.limits.ts';
import { listingMails, mailNotice } from './notices/email-notice.server.ts';
import { mailUnnamed } from './notices/email-unnamed.server.ts';
import { noticeTimes } from './notices/notice.rules.ts';
import { listingUpdates } from './notices/notify-member.server.ts';
import { notifyEnded, notifyEnding, notifyEndingTogether } from './notices/notify-seller.server.ts';
import { exportListings } from './own-listings/export.server.ts';
import { countOwnListings } from './own-listings/own-tally.server.ts';
import { addPhotosApi } from './photos/photos.api.server.ts';
import { sweepPhotos } from './photos/photos.server.ts';
import { sweepRemovedPhotos } from './photos/sweep-removed-photos.server.ts';
import { foldTallies } from './read/fold-tallies.server.ts';
import { getListing } from './read/listing.queries.server.ts';
import { listingSubject } from './read/listing.subject.server.ts';
import { listingChannel } from './read/listings.channels.server.ts';
import { sweepViews } from './read/views.server.ts';
import { followStatus } from './reconcile/follow-seller-status.server.ts';
import { reconcileListings } from './reconcile/reconcile-listings.server.ts';
import { reconcileLiveListings } from './reconcile/reconcile-live-listings.server.ts';
import { settleListings } from './reconcile/reconcile-seller-listings.server.ts';
import { currentTable } from './search/embedded/embedded.server.ts';
import { refreshWords } from './search/refresh-words.server.ts';
import { liveListingPages, sitemapParts } from './sitemap/sitemap.server.ts';
import { certificateTrouble, checkCertificate, checkCertificates } from './stock/same-certificate.server.ts';
import { addCardOffersApi } from './suggest/card-offers.api.server.ts';
import { addSuggestionsApi } from './suggest/suggestions.api.server.ts';

type Changed = z.output<typeof listingChanged.data>;

/** After these a live listing may name a certificate that another one names too. */
const mayNameCertificate = ({ change, status, isCertified = true }: Changed) =>
  isCertified && status === 'active' && ['created', 'published', 'edited', 'resumed', 'renewed'].includes(change);

const settleSubject = async (platform: Platform, { subject }: { subject: string }): Promise<void> => {
  await settleListings(platform, subject);
};

export const feature: Feature = {
  name: 'listings',
  personalData: listingsData,
  retention: listingsRetained,
  dataExport: { part: 'listings', read: exportListings },
  erasure: { rank: 30, lock: lockSeller, erase: forgetSeller, restore: sellerReturns },
  memberPages: ['/listings/create'],
  policy: listingPolicy,
  quotas: Object.values(listingQuotas),
  livePages: ['/listings/:id'],
  adPages: ['/browse'],
  navigation: [
    { in: 'main', rank: 10, to: '/browse', label: 'Browse' },
    { in: 'bar', rank: 10, to: '/browse', label: 'Browse', icon: 'browse' },
    { in: 'bar', rank: 30, to: '/listings/create', label: 'Sell', icon: 'sell', main: true },
    { in: 'dashboard', rank: 20, to: '/dashboard/listings', label: 'Listings', icon: 'listings', counter: 'listings' },
    { in: 'dashboard', rank: 40, to: '/favorites', label: 'Favorites', icon: 'favorites' },
    { in: 'dashboard-more', rank: 10, to: '/listings/create', label: 'List a card', icon: 'sell' },
    { in: 'footer', rank: 45, to: '/search-help', label: 'Search help' },
  ],
  counters: {
    listings: {
      count: async (platform, memberId) =>
        Object.values(await countOwnListings(platform, memberId)).reduce((sum, n) => sum + n, 0),
      topics: (memberId) => [`user:${memberId}`],
    },
  },
  limits: Object.values(listingsLimits),
  mailKinds: [listingMails],
  notificationKinds: [listingUpdates],
  uploads: { api: /^\/api\/listings\/[^/]+\/photos$/, forms: /^\/listings\/[^/]+\/photos$/ },
  sitemap: { pages: ['/browse'], entries: { name: 'listings', partStarts: sitemapParts, list: liveListingPages } },
  api(api, platform) {
    addListingsApi(api, platform);
    addPhotosApi(api, platform);
    addSuggestionsApi(api, platform);
    addCardOffersApi(api, platform);
  },
  replayedResponses: {
    'POST /api/listings': async (platform, actor, listingId) => ({
      status: 201,
      body: await getListing(platform, listingId, actor.id),
    }),
  },
  warmUp: currentTable,
  events: [listingChanged, listingsCreated, listingsRepriced, listingEnded, salesBlockChanged],
  jobs: [
    runs(expireJob, (platform, { listingId }) => expireListing(platform, listingId)),
    runs(expireTogetherJob, (platform, { listingIds }) => expireTogether(platform, listingIds)),
    runs(notifyEndingTogetherJob, notifyEndingTogether),
    runs(notifyEndingJob, (platform, { listingId }) => notifyEnding(platform, listingId)),
    runs(notifyEndedJob, (platform, { data }) => notifyEnded(platform, data.sellerId)),
    runs(mailNoticeJob, (platform, { mailId }) => mailNotice(platform, mailId)),
    runs(followTierJob, settleSubject),
    runs(followSuspensionJob, settleSubject),
    runs(followStatusJob, (platform, { subject }) => followStatus(platform, subject)),
    runs(mailUnnamedJob, mailUnnamed),
    runs(reconcileJob, reconcileListings),
    runs(reconcileLiveJob, reconcileLiveListings),
    runs(foldTalliesJob, foldTallies),
    runs(checkCertificateJob, (platform, { subject }) => checkCertificate(platform, subject)),
    runs(checkCertificatesJob, (platform, { data }) => checkCertificates(platform, data.certified)),
    runs(refreshWordsJob, refreshWords),
    runs(sweepViewsJob, sweepViews),
    runs(sweepRemovedPhotosJob, sweepRemovedPhotos),
    runs(sweepPhotosJob, (platform, { photoIds }) => sweepPhotos(platform, photoIds)),
  ],
  reactions: [
    wakes(memberSuspended, followSuspensionJob),
    wakes(memberRestored, followSuspensionJob),
    wakes(statusChanged, followStatusJob),
    wakes(tierChanged, followTierJob),
    wakes(tierConfirmed, followTierJob),
    wakes(listingChanged, checkCertificateJob, { when: ({ data }) => mayNameCertificate(data) }),
    wakes(listingsCreated, checkCertificatesJob, { when: ({ data }) => data.certified.length > 0 }),
    wakes(listingEnded, notifyEndedJob, {
      gather: { keyOf: ({ data }) => data.sellerId, slotMs: noticeTimes.endedSlotMs },
    }),
  ],
  schedules: [
    { job: reconcileJob, cron: '*/10 * * * *' },
    { job: reconcileLiveJob, cron: '18 3 * * *' },
    { job: foldTalliesJob, cron: '*/5 * * * *' },
    { job: refreshWordsJob, cron: '12 3 * * *' },
    { job: sweepViewsJob, cron: '27 3 * * *' },
    { job: sweepRemovedPhotosJob, cron: '42 3 * * *' },
  ],
  channels: { listing: listingChannel },
  troubles: [certificateTrouble],
  threadSubjects: { listing: listingSubject },
};
