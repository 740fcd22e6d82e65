import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { type QueueSize, sizeOfQueue } from '#platform/queue-size.ts';

/** A job that has failed and is not running: name, attempts and last error. Its payload is never shown. */
export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  /** There are no further retries. */
  isGivenUp: boolean;
  nextAt: Date;
  createdAt: Date;
  lastError: string | null;
}

const failed = sql`attempts > 0 and last_error is not null and locked_at is null`;

/** Jobs without further retries first, then by attempts. `mails`: only jobs that send an email. */
export async function listFailedJobs(db: Db, show: 'all' | 'mails', limit: number): Promise<FailedJob[]> {
  const { rows } = await db.execute<{
    id: string;
    task: string;
    attempts: number;
    given_up: boolean;
    run_at: string;
    created_at: string;
    last_error: string | null;
  }>(sql`
    select id::text, task_identifier as task, attempts::int, attempts >= max_attempts as given_up, run_at, created_at, last_error
    from graphile_worker.jobs where ${failed} and (${show} = 'all' or task_identifier like '%mail%')
    order by attempts >= max_attempts desc, attempts desc, id limit ${limit}`);
  return rows.map(({ given_up: isGivenUp, run_at: runAt, created_at: madeAt, last_error: lastError, ...row }) => ({
    ...row,
    isGivenUp,
    nextAt: new Date(runAt),
    createdAt: new Date(madeAt),
    lastError,
  }));
}

/** Failed jobs without further retries: they wait for an admin. */
export function sizeOfFailedJobs(db: Db): Promise<QueueSize> {
  return sizeOfQueue(db, sql`created_at`, sql`from graphile_worker.jobs where ${failed} and attempts >= max_attempts`);
}

/** Retries a failed job at once, with the full number of attempts. Null when no failed job has this id. */
export async function runJobAgain(db: Db, id: string): Promise<{ task: string; attempts: number } | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const { rows } = await db.execute<{ task: string; attempts: number }>(
    sql`select task_identifier as task, attempts::int from graphile_worker.jobs where id = ${id}::bigint and ${failed}`,
  );
  const [job] = rows;
  if (!job) return null;
  await db.execute(
    sql`select 1 from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`,
  );
  return job;
}
