import type * as z from 'zod';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type gatheredSchema, type Job, type RunnableJob, runs } from './jobs.ts';

/** What a job is told that does it for one thing alone. */
type AloneSchema = z.ZodObject<{ subject: z.ZodString }>;

/**
 * Binds a gathered job to the function that does it for many things. Where that fails, `alone` is enqueued for each of them, to be tried and to fail by itself: one that cannot be
 * done keeps none of the others waiting. Some have been done by then, so doing one again must change nothing.
 */
export function runsGathered(
  job: Job<typeof gatheredSchema>,
  alone: Job<AloneSchema>,
  work: (platform: Platform, things: readonly string[]) => Promise<unknown>,
): RunnableJob {
  return runs(job, async (platform, { gathered }) => {
    try {
      await work(platform, gathered);
    } catch (error) {
      if (gathered.length === 1) throw error;
      // Where the database is away this fails as well, and the job is tried again as it is.
      await write(platform, async (tx) => {
        for (const subject of gathered) tx.enqueue(alone, { subject });
      });
      platform.log.warn('what was gathered could not be done together; each is tried alone', { task: job.name, alone: alone.name, error });
    }
  });
}
