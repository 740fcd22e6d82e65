import type { Job } from 'graphile-worker';
import type { Platform } from '#platform/platform.ts';
import type { NewJob } from './jobs.ts';

/** Beside the payload of a job with a time: when it is due by the app's clock. The queue itself counts by the database's. */
const dueKey = '$dueAt';

export interface Ring {
  payload: Record<string, unknown>;
  dueAt: Date | null;
}

/** The payload of a job as it goes into the queue. */
export function timerPayload({ payload, runAt }: Pick<NewJob, 'payload' | 'runAt'>): Record<string, unknown> {
  return runAt ? { ...payload, [dueKey]: runAt.toISOString() } : payload;
}

/** What `timerPayload` wrote, apart again. */
export function readTimer(stored: Record<string, unknown>): Ring {
  const { [dueKey]: dueAt, ...payload } = stored;
  return { payload, dueAt: typeof dueAt === 'string' ? new Date(dueAt) : null };
}

/**
 * A timer may ring early, where the database's clock runs ahead of ours: its handler would find nothing due, and nobody would ring again. It goes back into
 * the queue for as long as is missing, counted by the clock that wakes it. Answers whether it did.
 */
export async function putBackEarly(
  { clock, pool }: Pick<Platform, 'clock' | 'pool'>,
  { payload, dueAt }: Ring,
  job: Pick<Job, 'key' | 'max_attempts'> & { task: string },
): Promise<boolean> {
  const missingMs = dueAt ? dueAt.getTime() - clock.now().getTime() : 0;
  if (!dueAt || missingMs <= 0) return false;
  // A newer timer under the same key may already have taken this one's place: it keeps its time.
  await pool.query(
    `select graphile_worker.add_job($1, payload := $2, run_at := now() + make_interval(secs => $3), max_attempts := $4, job_key := $5,
       job_key_mode := case when $5::text is null then 'replace' else 'preserve_run_at' end)`,
    [job.task, JSON.stringify(timerPayload({ payload, runAt: dueAt })), missingMs / 1_000, job.max_attempts, job.key],
  );
  return true;
}
