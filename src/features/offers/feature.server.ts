import { listingChanged } from '#features/listings/index.server.ts';
import { memberSuspended, vacationChanged } from '#features/members/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import type { AnswerAgain } from '#platform/http/requests/repeatable.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { emailsOf, mailUpdates } from './emails/email-updates.server.ts';
import { offerUpdatesKind, watcherUpdatesKind } from './emails/notify-sides.server.ts';
import { offerMails, watcherMails } from './emails/offer.emails.ts';
import {
  endLeaversOffers,
  expireOffer,
  followListing,
  followSuspension,
  forgetWords,
  hasOffersUnderWay,
  lapseOffer,
  reconcileOffers,
  wordsReturn,
} from './end/end-offers.server.ts';
import { followVacation } from './end/follow-vacation.server.ts';
import { lastToWatchers } from './make/watchers.queries.server.ts';
import { offersData, offersRetained } from './model/offer.data.ts';
import { offerChanged, offerUpdates, ruleOfferLapsed } from './model/offer.events.ts';
import {
  expireJob,
  followListingJob,
  followSuspensionJob,
  followVacationJob,
  lapseJob,
  mailUpdatesJob,
  reconcileJob,
} from './model/offer.jobs.ts';
import { offerPolicy } from './model/offer.policy.ts';
import { offersLimits, offersQuotas } from './model/offers.limits.ts';
import { addOffersApi } from './offers.api.server.ts';
import { exportOffers } from './queries/export.server.ts';
import { getOfferFor } from './queries/find-offer.server.ts';
import { waitingOffers } from './queries/offers.queries.server.ts';
import { showPhotos } from './queries/show-photos.server.ts';

/** A repeated request is answered with the offer as it is now. */
const answerWith =
  (status: number): AnswerAgain =>
  async (platform, actor, offerId) => ({ status, body: await getOfferFor(platform, actor.id, offerId) });

export const feature: Feature = {
  name: 'offers',
  policy: offerPolicy,
  personalData: offersData,
  retention: offersRetained,
  dataExport: { part: 'offers', read: exportOffers },
  deletionCheck: {
    refuse: async () => {},
    settle: endLeaversOffers,
    isUnsettled: hasOffersUnderWay,
    listShown: async () => new Set(),
  },
  erasure: { rank: 35, erase: forgetWords, restore: wordsReturn },
  robotsDisallow: ['/offers'],
  navigation: [
    { in: 'menu', rank: 15, to: '/offers', label: 'Offers', icon: 'offers', counter: 'offers', for: 'member' },
    { in: 'dashboard', rank: 25, to: '/offers', label: 'Offers', icon: 'offers', counter: 'offers' },
  ],
  counters: {
    offers: { waits: 'new', stored: waitingOffers, topics: (memberId) => [`user:${memberId}`] },
  },
  mailKinds: [offerMails, watcherMails],
  notificationKinds: [offerUpdatesKind, watcherUpdatesKind],
  limits: Object.values(offersLimits),
  quotas: Object.values(offersQuotas),
  api: addOffersApi,
  replayedResponses: {
    'POST /api/listings/{id}/offers': answerWith(201),
    'POST /api/offers/basket': answerWith(201),
    'POST /api/listings/{id}/offers/watchers': async ({ db }, _actor, listingId) => ({
      status: 201,
      body: await lastToWatchers(db, listingId),
    }),
    'POST /api/offers/{id}/accept': answerWith(200),
    'POST /api/offers/{id}/counter': answerWith(200),
    'POST /api/offers/{id}/decline': answerWith(200),
    'POST /api/offers/{id}/withdraw': answerWith(200),
  },
  events: [offerChanged, offerUpdates, ruleOfferLapsed],
  jobs: [
    runs(expireJob, (platform, { offerId }) => expireOffer(platform, offerId)),
    runs(lapseJob, (platform, { offerId }) => lapseOffer(platform, offerId)),
    runs(followSuspensionJob, (platform, { subject }) => followSuspension(platform, subject)),
    runs(followListingJob, (platform, { subject }) => followListing(platform, subject)),
    runs(mailUpdatesJob, (platform, { subject, version, data }) =>
      mailUpdates(platform, subject, version, emailsOf(data.letters)),
    ),
    runs(followVacationJob, (platform, { subject }) => followVacation(platform, subject)),
    runs(reconcileJob, reconcileOffers),
  ],
  reactions: [
    wakes(offerUpdates, mailUpdatesJob),
    wakes(memberSuspended, followSuspensionJob),
    wakes(vacationChanged, followVacationJob),
    wakes(listingChanged, followListingJob, { when: ({ data }) => data.change === 'removed' }),
  ],
  evidence: showPhotos,
  schedules: [{ job: reconcileJob, cron: '*/10 * * * *' }],
};
