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
 * Who looks at what happened to listings, for searches, wanted posts and favourites. Each may look again, or beside
 * itself: nobody is told twice.
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

/** One that is done is asked for no more. */
const remembered = 1_000;

const looksByJob = weakMemo((_bus: Platform['bus']) => new Map<string, Promise<unknown>>());

/**
 * One event of listings is looked at by several jobs side by side. Whoever is about to tell of it does first what they
 * have not done yet, so that all of one event is in one letter. A look that fails holds up nobody's letter: its own job
 * comes again, and what it finds is in the next.
 */
export async function lookForTheOthers(platform: Platform, listingIds: readonly string[]): Promise<void> {
  const looked = looksByJob(platform.bus);
  const jobs = lookers.map(([job]) => job);
  for (const { id, name, about } of await jobsUnderWay(platform.db, jobs, listingIds)) {
    const look = lookers.find(([job]) => job.name === name)?.[1];
    if (!look) continue;
    // Once for each of them, however many tell meanwhile: a file of hundreds that somebody wants has as many to tell.
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
