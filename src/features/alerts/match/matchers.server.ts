import {
  matchListingJob,
  matchListings,
  matchListingsJob,
  matchPublishedJob as matchPublishedWithWantsJob,
} from '#features/wanted/index.server.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import { jobsUnderWay } from '#platform/jobs/jobs-under-way.ts';
import type { Platform } from '#platform/platform.ts';
import { watchFavourite } from '../favorites/watch-favourite.server.ts';
import {
  matchManyJob,
  matchNewJob,
  matchPublishedJob,
  matchRepricedJob,
  watchFavouriteJob,
} from '../model/alert.jobs.ts';
import { matchNew } from './match-new.server.ts';
import { matchRepriced } from './match-repriced.server.ts';

/**
 * The matching functions for searches, wanted posts and favourites. Each is idempotent and may run concurrently with
 * itself.
 */
const matchers: readonly (readonly [
  job: Job,
  match: (platform: Platform, listingIds: string[]) => Promise<unknown>,
])[] = [
  [matchListingJob, matchListings],
  [matchListingsJob, matchListings],
  [matchPublishedWithWantsJob, matchListings],
  [matchNewJob, (platform, ids) => matchNew(platform, ids)],
  [matchManyJob, (platform, ids) => matchNew(platform, ids)],
  [matchPublishedJob, (platform, ids) => matchNew(platform, ids)],
  [matchRepricedJob, (platform, ids) => matchRepriced(platform, { live: ids, shown: ids })],
  [watchFavouriteJob, (platform, ids) => Promise.all(ids.map((id) => watchFavourite(platform, id)))],
];

/** Finished matchings that are cached, so that they do not run again. */
const cachedMatchings = 1_000;

const matchingsByJob = weakMemo((_bus: Platform['bus']) => new Map<string, Promise<unknown>>());

/**
 * Several jobs match one event of listings concurrently. Before a notification is sent, the matchings that have not
 * finished run here, so that one event is one email. A matching that fails delays no email: its own job retries, and
 * its results are in the next email.
 */
export async function runOtherMatchings(platform: Platform, listingIds: readonly string[]): Promise<void> {
  const finished = matchingsByJob(platform.bus);
  const jobs = matchers.map(([job]) => job);
  for (const { id, name, about } of await jobsUnderWay(platform.db, jobs, listingIds)) {
    const match = matchers.find(([job]) => job.name === name)?.[1];
    if (!match) continue;
    // Once a job, though many members are notified at once: an import of hundreds may concern many.
    const matching = finished.get(id) ?? match(platform, about);
    finished.set(id, matching);
    const [oldest] = finished.keys();
    if (oldest !== undefined && finished.size > cachedMatchings) finished.delete(oldest);
    await matching.catch((error: unknown) => {
      finished.delete(id);
      platform.log.warn('listings failed to match before their notification', { job: name, error });
    });
  }
}
