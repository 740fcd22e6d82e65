import type * as z from 'zod';
import { memberRestored, memberSuspended } from '#features/members/index.server.ts';
import { tierChanged, tierConfirmed } from '#features/tiers/index.server.ts';
import { standingChanged } from '#features/traders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import { listingMails, mailNotice } from './email-notice.server.ts';
import { mailUnnamed } from './email-unnamed.server.ts';
import { expireListing, expireTogether } from './expire-listing.server.ts';
import { exportListings } from './export.server.ts';
import { foldTallies } from './fold-tallies.server.ts';
import { followStanding } from './follow-seller-status.server.ts';
import { forgetSeller, lockSeller, sellerReturns } from './forget-seller.server.ts';
import { listingsData, listingsKept } from './listing.data.ts';
import { listingChanged, listingEnded, listingsBegun, listingsRepriced } from './listing.events.ts';
import {
  checkCertificateJob,
  checkCertificatesJob,
  expireJob,
  expireTogetherJob,
  foldTalliesJob,
  followStandingJob,
  followSuspensionJob,
  followTierJob,
  mailNoticeJob,
  mailUnnamedJob,
  reconcileJob,
  reconcileLiveJob,
  refreshWordsJob,
  sweepPhotosJob,
  sweepRemovedPhotosJob,
  sweepViewsJob,
  tellEndedJob,
  tellEndingJob,
  tellEndingTogetherJob,
} from './listing.jobs.ts';
import { listingPolicy } from './listing.policy.ts';
import { getListing } from './listing.queries.server.ts';
import { listingQuotas } from './listing.quotas.ts';
import { listingSubject } from './listing.subject.server.ts';
import { addListingsApi } from './listings.api.server.ts';
import { listingChannel } from './listings.channels.server.ts';
import { listingsLimits } from './listings.limits.ts';
import { noticeTimes } from './notice.rules.ts';
import { listingNews } from './notify-member.server.ts';
import { tellEnded, tellEnding, tellEndingTogether } from './notify-seller.server.ts';
import { countOwnListings } from './own-tally.server.ts';
import { addPhotosApi } from './photos.api.server.ts';
import { sweepPhotos } from './photos.server.ts';
import { reconcileListings } from './reconcile-listings.server.ts';
import { reconcileLiveListings } from './reconcile-live-listings.server.ts';
import { settleListings } from './reconcile-seller-listings.server.ts';
import { refreshWords } from './refresh-words.server.ts';
import { certificateTrouble, checkCertificate, checkCertificates } from './same-certificate.server.ts';
import { currentTable } from './search/embedded.server.ts';
import { liveListingPages, sitemapParts } from './sitemap.server.ts';
import { addSuggestionsApi } from './suggestions.api.server.ts';
import { sweepRemovedPhotos } from './sweep-removed-photos.server.ts';
import { sweepViews } from './views.server.ts';

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
  keeps: listingsKept,
  exports: { part: 'listings', read: exportListings },
  forgets: { rank: 30, lock: lockSeller, forget: forgetSeller, returns: sellerReturns },
  guarded: ['/listings/create'],
  policy: listingPolicy,
  quotas: Object.values(listingQuotas),
  livePages: ['/listings/:id'],
  ads: ['/browse'],
  places: [
    { in: 'main', rank: 10, to: '/browse', label: 'Browse' },
    { in: 'bar', rank: 10, to: '/browse', label: 'Browse', icon: 'browse' },
    { in: 'bar', rank: 30, to: '/listings/create', label: 'Sell', icon: 'sell', main: true },
    { in: 'dashboard', rank: 20, to: '/dashboard/listings', label: 'Listings', icon: 'listings', counter: 'listings' },
    { in: 'dashboard', rank: 40, to: '/favorites', label: 'Favourites', icon: 'favorites' },
    { in: 'dashboard-more', rank: 10, to: '/listings/create', label: 'Sell a card', icon: 'sell' },
    { in: 'footer', rank: 45, to: '/search-help', label: 'Search help' },
  ],
  counters: {
    listings: {
      count: async (platform, memberId) => Object.values(await countOwnListings(platform, memberId)).reduce((sum, n) => sum + n, 0),
      topics: (memberId) => [`user:${memberId}`],
    },
  },
  limits: Object.values(listingsLimits),
  mailKinds: [listingMails],
  notificationKinds: [listingNews],
  uploads: { api: /^\/api\/listings\/[^/]+\/photos$/, forms: /^\/listings\/[^/]+\/photos$/ },
  sitemap: { pages: ['/browse'], things: { name: 'listings', firsts: sitemapParts, list: liveListingPages } },
  api(api, platform) {
    addListingsApi(api, platform);
    addPhotosApi(api, platform);
    addSuggestionsApi(api, platform);
  },
  answersAgain: {
    'POST /api/listings': async (platform, actor, listingId) => ({ status: 201, body: await getListing(platform, listingId, actor.id) }),
  },
  warm: currentTable,
  events: [listingChanged, listingsBegun, listingsRepriced, listingEnded],
  jobs: [
    runs(expireJob, (platform, { listingId }) => expireListing(platform, listingId)),
    runs(expireTogetherJob, (platform, { listingIds }) => expireTogether(platform, listingIds)),
    runs(tellEndingTogetherJob, tellEndingTogether),
    runs(tellEndingJob, (platform, { listingId }) => tellEnding(platform, listingId)),
    runs(tellEndedJob, (platform, { data }) => tellEnded(platform, data.sellerId)),
    runs(mailNoticeJob, (platform, { mailId }) => mailNotice(platform, mailId)),
    runs(followTierJob, settleSubject),
    runs(followSuspensionJob, settleSubject),
    runs(followStandingJob, (platform, { subject }) => followStanding(platform, subject)),
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
    wakes(standingChanged, followStandingJob),
    wakes(tierChanged, followTierJob),
    wakes(tierConfirmed, followTierJob),
    wakes(listingChanged, checkCertificateJob, { when: ({ data }) => mayNameCertificate(data) }),
    wakes(listingsBegun, checkCertificatesJob, { when: ({ data }) => data.certified.length > 0 }),
    wakes(listingEnded, tellEndedJob, { gather: { keyOf: ({ data }) => data.sellerId, slotMs: noticeTimes.endedSlotMs } }),
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
