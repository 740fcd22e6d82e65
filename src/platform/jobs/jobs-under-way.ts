import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Job } from './jobs.ts';

/** A job that waits for a worker or runs just now, and all that it is about. */
export interface JobUnderWay {
  id: string;
  name: string;
  about: string[];
}

/**
 * Those of these jobs that are under way about some of these things; not those that have failed, which may take hours.
 * What an event wakes is stored with it: of the jobs that follow one event, one that is not here is done.
 */
export async function jobsUnderWay(db: Db, jobs: readonly Job[], about: readonly string[]): Promise<JobUnderWay[]> {
  const names = jobs.map(({ name }) => name);
  const { rows } = await db.execute<{ id: string; name: string; about: string[] }>(sql`
    select id::text, task_identifier as name, array(select jsonb_object_keys(flags)) as about from graphile_worker.jobs
    where task_identifier = any(${sql.param(names)}::text[]) and last_error is null and flags ?| ${sql.param([...about])}::text[] order by id`);
  return rows;
}
