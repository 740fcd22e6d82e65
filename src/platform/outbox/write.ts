import type * as z from 'zod';
import { connectionOf, type Db, isTransient } from '#platform/db/db.ts';
import { type Job, type JobTiming, type NewJob, newJob } from '#platform/jobs/jobs.ts';
import { timerPayload } from '#platform/jobs/timers.ts';
import type { Platform } from '#platform/platform.ts';
import { effectMark } from './effect.ts';
import { type EventDefinition, type Happened, type Happening, newEvent } from './events.ts';
import { jobAfter } from './reactions.ts';

export interface Tx {
  /** The transaction's connection. Lock the row that you decide about (`for('update')`), read it again, check, write. */
  db: Db;
  /** Appends an event; the jobs that it wakes are enqueued in the same transaction. */
  append<Data extends z.ZodObject>(event: EventDefinition<Data>, happening: Happening<Data>): void;
  /** Enqueues a job in the same transaction. */
  enqueue<Payload extends z.ZodObject>(job: Job<Payload>, payload: z.input<Payload>, timing?: JobTiming): void;
  /** Names what this write makes: should the answer be lost, a repeated request is answered from it. */
  made(id: string): void;
}

/**
 * The one way to write: the change, its events and its jobs commit together or not at all. The world hears after the commit.
 * A serialization failure or deadlock runs `work` again, up to three times in all, so `work` must not touch anything but `tx`.
 */
export async function write<T>(platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'reactions'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: Happened[] = [];
    const jobs: NewJob[] = [];
    let made: string | null = null;
    try {
      const result = await platform.db.transaction(async (db) => {
        const tx: Tx = {
          db: db as Db,
          append: (event, happening) => void events.push(newEvent(event, happening)),
          enqueue: (job, payload, timing) => void jobs.push(newJob(job, payload, timing)),
          made: (id) => {
            made = id;
          },
        };
        const done = await work(tx);
        await effectMark()?.(db as Db, made);
        for (const event of events) {
          for (const reaction of platform.reactions.get(event.kind) ?? []) {
            const job = jobAfter(reaction, event, platform.clock.now());
            if (job) jobs.push(job);
          }
        }
        await flush(db as Db, platform, events, jobs);
        return done;
      });
      if (events.length > 0) platform.bus.committed(events);
      return result;
    } catch (error) {
      if (attempt >= 3 || !isTransient(error)) throw error;
    }
  }
}

// Without a notification: transactions that notify are committed one after the other, and this process relays its own commits at once anyway.
const addEvents = `
  insert into outbox_event (kind, subject, version, topics, data, at)
  select kind, subject, version, topics, data, at
  from jsonb_to_recordset($1::jsonb) as e(kind text, subject text, version bigint, topics text[], data jsonb, at timestamptz)`;

const addJobs = `
  select graphile_worker.add_job(j.task, payload := j.payload, run_at := coalesce(j.run_at, now()), job_key := j.key, max_attempts := j.max_attempts)
  from jsonb_to_recordset($1::jsonb) as j(task text, payload json, run_at timestamptz, key text, max_attempts int)`;

// What `add_job` does for a job without key and queue, but for its notification. The one place that knows the queue's private tables: transactions that notify
// are committed one after the other, and 50 at once that set a timer fall from 1,185 to 217 a second by `add_jobs` (decision 37).
const addTimers = `
  with j as (select * from jsonb_to_recordset($1::jsonb) as r(task text, payload json, run_at timestamptz, max_attempts smallint)),
  known as (select id, identifier from graphile_worker._private_tasks where identifier in (select task from j)),
  added as (
    insert into graphile_worker._private_tasks (identifier)
    select distinct task from j where task not in (select identifier from known)
    on conflict (identifier) do update set identifier = excluded.identifier returning id, identifier)
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
  select t.id, j.payload, j.run_at, j.max_attempts from j join (select * from known union all select * from added) t on t.identifier = j.task`;

/** The workers look for due jobs every two seconds by themselves; a timer that is further away needs no bell. */
const timerFromMs = 10_000;

/** One statement for all events and one for each sort of job: a busy write should not pay a round trip for each. */
async function flush(db: Db, platform: Pick<Platform, 'clock'>, events: Happened[], jobs: NewJob[]): Promise<void> {
  const connection = connectionOf(db);
  const now = platform.clock.now();
  if (events.length > 0) {
    const at = now.toISOString();
    const rows = JSON.stringify(events.map((event) => ({ ...event, at })));
    await connection.query({ name: 'outbox-add-events', text: addEvents, values: [rows] });
  }
  const isTimer = (job: NewJob) => job.key === undefined && job.runAt !== undefined && job.runAt.getTime() - now.getTime() > timerFromMs;
  const timers = jobs.filter(isTimer);
  const others = jobs.filter((job) => !isTimer(job));
  if (timers.length > 0) await connection.query({ name: 'outbox-add-timers', text: addTimers, values: [jobRows(timers, platform)] });
  if (others.length > 0) await connection.query({ name: 'outbox-add-jobs', text: addJobs, values: [jobRows(others, platform)] });
}

/** Timers are set in the app's clock, the worker runs by the database's: the sandbox's offset lies between them. */
function jobRows(jobs: NewJob[], platform: Pick<Platform, 'clock'>): string {
  return JSON.stringify(
    jobs.map((job) => ({
      task: job.task,
      payload: timerPayload(job),
      run_at: job.runAt ? new Date(job.runAt.getTime() - platform.clock.offsetMs()).toISOString() : null,
      key: job.key ?? null,
      max_attempts: job.maxAttempts ?? 12,
    })),
  );
}
