import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Job } from './jobs.ts';

/** A job that waits for a worker or runs, and the ids that it is about. */
export interface JobUnderWay {
  id: string;
  name: string;
  about: string[];
}

/**
 * These jobs, as far as they wait or run and are about some of these ids. Failed jobs are left out: their retries may
 * take hours. An event and its jobs commit together, so a job of an event that is not listed here is done.
 */
export async function jobsUnderWay(db: Db, jobs: readonly Job[], about: readonly string[]): Promise<JobUnderWay[]> {
  const names = jobs.map(({ name }) => name);
  const { rows } = await db.execute<{ id: string; name: string; about: string[] }>(sql`
    select id::text, task_identifier as name, array(select jsonb_object_keys(flags)) as about from graphile_worker.jobs
    where task_identifier = any(${sql.param(names)}::text[]) and last_error is null and flags ?| ${sql.param([...about])}::text[] order by id`);
  return rows;
}
