import type * as z from 'zod';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type gatheredSchema, type Job, type RunnableJob, runs } from './jobs.ts';

/** What a job is told that does it for one thing alone. */
type AloneSchema = z.ZodObject<{ subject: z.ZodString }>;

interface Together<Payload> {
  /** All that it is told of, by id. */
  things(payload: Payload): readonly string[];
  work(platform: Platform, payload: Payload): Promise<unknown>;
  /** Enqueues the job that does it for one of them. */
  alone(tx: Tx, thing: string, payload: Payload): void;
}

/**
 * Binds a job about many things to the function that does it for all of them. Where that fails, a job is enqueued for each of them, to be tried and to fail by itself: one that cannot
 * be done keeps none of the others waiting. Some have been done by then, so doing one again must change nothing.
 */
export function runsTogether<Payload extends z.ZodObject>(job: Job<Payload>, { things, work, alone }: Together<z.output<Payload>>): RunnableJob {
  return runs(job, async (platform, payload) => {
    try {
      await work(platform, payload);
    } catch (error) {
      const each = things(payload);
      if (each.length <= 1) throw error;
      // Where the database is away this fails as well, and the job is tried again as it is.
      await write(platform, async (tx) => {
        for (const thing of each) alone(tx, thing, payload);
      });
      platform.log.warn('what was to be done together could not be; each is tried alone', { task: job.name, of: each.length, error });
    }
  });
}

/** The same for a gathered job, with the job that does it for one thing alone. */
export const runsGathered = (
  job: Job<typeof gatheredSchema>,
  alone: Job<AloneSchema>,
  work: (platform: Platform, things: readonly string[]) => Promise<unknown>,
): RunnableJob =>
  runsTogether(job, {
    things: ({ gathered }) => gathered,
    work: (platform, { gathered }) => work(platform, gathered),
    alone: (tx, subject) => tx.enqueue(alone, { subject }),
  });
