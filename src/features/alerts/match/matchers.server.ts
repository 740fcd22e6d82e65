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
const lookers: readonly (readonly [job: Job, look: (platform: Platform, listingIds: string[]) => Promise<unknown>])[] =
  [
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
const remembered = 1_000;

const looksByJob = weakMemo((_bus: Platform['bus']) => new Map<string, Promise<unknown>>());

/**
 * Several jobs match one event of listings concurrently. Before a notification is sent, the matchings that have not
 * finished run here, so that one event is one email. A matching that fails delays no email: its own job retries, and
 * its results are in the next email.
 */
export async function lookForTheOthers(platform: Platform, listingIds: readonly string[]): Promise<void> {
  const looked = looksByJob(platform.bus);
  const jobs = lookers.map(([job]) => job);
  for (const { id, name, about } of await jobsUnderWay(platform.db, jobs, listingIds)) {
    const look = lookers.find(([job]) => job.name === name)?.[1];
    if (!look) continue;
    // Once a job, though many members are notified at once: an import of hundreds may concern many.
    const looking = looked.get(id) ?? look(platform, about);
    looked.set(id, looking);
    const [oldest] = looked.keys();
    if (oldest !== undefined && looked.size > remembered) looked.delete(oldest);
    await looking.catch((error: unknown) => {
      looked.delete(id);
      platform.log.warn('a look at listings failed before they were told of', { job: name, error });
    });
  }
}
