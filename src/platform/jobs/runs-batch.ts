import type * as z from 'zod';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type gatheredSchema, type Job, type RunnableJob, runs } from './jobs.ts';

/** The payload of the job for one id. */
type AloneSchema = z.ZodObject<{ subject: z.ZodString }>;

interface Together<Payload> {
  /** All ids of the job. */
  things(payload: Payload): readonly string[];
  work(platform: Platform, payload: Payload): Promise<unknown>;
  /** Enqueues the job for one of them. */
  alone(tx: Tx, thing: string, payload: Payload): void;
}

/**
 * Binds a batch job to the function that handles all of its ids. When it fails, one job for each id is enqueued, with
 * its own retries, so that one bad id does not hold up the others. Some may be handled by then, so `work` must be
 * idempotent.
 */
export function runsTogether<Payload extends z.ZodObject>(
  job: Job<Payload>,
  { things, work, alone }: Together<z.output<Payload>>,
): RunnableJob {
  return runs(job, async (platform, payload) => {
    try {
      await work(platform, payload);
    } catch (error) {
      const each = things(payload);
      if (each.length <= 1) throw error;
      // Without a database this fails as well, and the queue retries the job as it is.
      await write(platform, async (tx) => {
        for (const thing of each) alone(tx, thing, payload);
      });
      platform.log.warn('a batch failed; each of its things is tried alone', {
        task: job.name,
        of: each.length,
        error,
      });
    }
  });
}

/** `runsTogether` for a batch job, with the job for one id. */
export const runsBatch = (
  job: Job<typeof gatheredSchema>,
  alone: Job<AloneSchema>,
  work: (platform: Platform, things: readonly string[]) => Promise<unknown>,
): RunnableJob =>
  runsTogether(job, {
    things: ({ gathered }) => gathered,
    work: (platform, { gathered }) => work(platform, gathered),
    alone: (tx, subject) => tx.enqueue(alone, { subject }),
  });
