import type * as z from 'zod';
import { listingChanged, listingsCreated, listingsRepriced } from '#features/listings/index.server.ts';
import { wantChanged, wantsMet } from '#features/wanted/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { runsBatch, runsTogether } from '#platform/jobs/runs-batch.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { addAlertsApi } from './alerts.api.server.ts';
import { alertsReturn, exportAlerts, forgetAlerts } from './erase-member.server.ts';
import { notifyEnding, watchFavourite } from './favorites/watch-favourite.server.ts';
import { awaitWanted, followWant } from './match/await-wanted.server.ts';
import { keyAllSearches } from './match/key-searches.server.ts';
import { matchNew } from './match/match-new.server.ts';
import { matchRepriced } from './match/match-repriced.server.ts';
import { alertsData, alertsRetained } from './model/alert.data.ts';
import { alertMails } from './model/alert.emails.ts';
import {
  awaitWantedJob,
  followWantJob,
  keySearchesJob,
  mailJob,
  matchManyJob,
  matchNewJob,
  matchPublishedJob,
  matchRepricedJob,
  notifyDueJob,
  notifyEndingJob,
  notifyJob,
  sweepJob,
  watchFavouriteJob,
} from './model/alert.jobs.ts';
import { alertPolicy } from './model/alert.policy.ts';
import { alertsLimits, alertsQuotas } from './model/alerts.limits.ts';
import { alertUpdates } from './notify/alert-texts.server.ts';
import { mailAlerts, notifyAlerts, sweepAlerts } from './notify/notify-alerts.server.ts';
import { notifyDue } from './notify/notify-due.server.ts';
import { getSavedSearch } from './saved-searches/saved-searches.server.ts';

type ListingData = z.output<typeof listingChanged.data>;

/**
 * Changes after which a search may find a listing that it did not find before. Batches of new prices come as
 * `listings.repriced`.
 */
const mayBeNew = ({ change, status }: ListingData) =>
  status === 'active' && !['published', 'favorited', 'photos', 'held', 'sold', 'repriced'].includes(change);

/**
 * Changes that may concern a favourite. A reservation is no update, and a listing that was just published has no
 * watchers yet.
 */
const mayBecome = ({ change, status }: ListingData) =>
  status !== 'draft' && !['published', 'photos', 'held', 'repriced'].includes(change);

export const feature: Feature = {
  name: 'alerts',
  policy: alertPolicy,
  personalData: alertsData,
  retention: alertsRetained,
  dataExport: { part: 'alerts', read: exportAlerts },
  erasure: { rank: 39, erase: forgetAlerts, restore: alertsReturn },
  memberPages: ['/saved-searches'],
  navigation: [{ in: 'dashboard', rank: 45, to: '/saved-searches', label: 'Searches and alerts', icon: 'searches' }],
  mailKinds: [alertMails],
  notificationKinds: [alertUpdates],
  limits: Object.values(alertsLimits),
  quotas: Object.values(alertsQuotas),
  api: addAlertsApi,
  replayedResponses: {
    'POST /api/saved-searches': async ({ db }, actor, id) => ({
      status: 201,
      body: await getSavedSearch(db, actor.id, id),
    }),
  },
  jobs: [
    runs(matchNewJob, (platform, { subject }) => matchNew(platform, [subject])),
    runsBatch(matchPublishedJob, matchNewJob, (platform, ids) => matchNew(platform, ids)),
    runsTogether(matchManyJob, {
      things: ({ data }) => data.live,
      work: (platform, { data }) => matchNew(platform, data.live),
      alone: (tx, subject) => tx.enqueue(matchNewJob, { subject }),
    }),
    runsTogether(matchRepricedJob, {
      things: ({ data: { live, shown } }) => [...new Set([...live, ...shown])],
      work: (platform, { data }) => matchRepriced(platform, data),
      alone: (tx, id, { data: { live, shown } }) =>
        tx.enqueue(matchRepricedJob, {
          data: { live: live.filter((one) => one === id), shown: shown.filter((one) => one === id) },
        }),
    }),
    runs(keySearchesJob, keyAllSearches),
    runs(awaitWantedJob, awaitWanted),
    runs(followWantJob, (platform, { subject }) => followWant(platform, subject)),
    runs(watchFavouriteJob, (platform, { subject }) => watchFavourite(platform, subject)),
    runs(notifyEndingJob, notifyEnding),
    runs(notifyDueJob, (platform, { at }) => notifyDue(platform, new Date(at))),
    runs(notifyJob, (platform, { memberId }) => notifyAlerts(platform, memberId)),
    runs(mailJob, mailAlerts),
    runs(sweepJob, sweepAlerts),
  ],
  reactions: [
    wakes(listingChanged, matchNewJob, { when: ({ data }) => mayBeNew(data), about: ({ subject }) => [subject] }),
    wakes(listingChanged, matchPublishedJob, {
      when: ({ data }) => data.change === 'published',
      payload: ({ subject }) => ({ gathered: [subject] }),
      runAt: (now) => now,
    }),
    wakes(listingsCreated, matchManyJob, { when: ({ data }) => data.live.length > 0, about: ({ data }) => data.live }),
    wakes(listingsRepriced, matchRepricedJob, {
      when: ({ data }) => data.shown.length > 0,
      about: ({ data }) => data.shown,
    }),
    wakes(wantsMet, awaitWantedJob, { payload: ({ data }) => ({ wants: data.wants }) }),
    wakes(wantChanged, followWantJob, { when: ({ data }) => data.change === 'edited' }),
    wakes(listingChanged, watchFavouriteJob, {
      when: ({ data }) => mayBecome(data),
      about: ({ subject }) => [subject],
    }),
  ],
  schedules: [{ job: sweepJob, cron: '52 3 * * *' }],
};
