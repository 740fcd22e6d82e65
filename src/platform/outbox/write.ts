import type * as z from 'zod';
import { connectionOf, type Db, isTransient } from '#platform/db/db.ts';
import { defaultAttempts, type Job, type JobTiming, type NewJob, newJob } from '#platform/jobs/jobs.ts';
import { dropTimers, setTimers, type Timer } from '#platform/jobs/timers.ts';
import type { Platform } from '#platform/platform.ts';
import { withDefaultFormat } from '#platform/reader-format.server.ts';
import type { Facts, SecurityKind } from '#platform/security-log/security-kind.ts';
import type { SecurityNote } from '#platform/security-log/security-log.ts';
import { effectMark } from './effect.ts';
import { type EventDefinition, type Happened, type Happening, newEvent } from './events.ts';
import { jobAfter } from './reactions.ts';

export interface Tx {
  /** The connection of the transaction. Lock the row (`for('update')`), read it again, check, write. */
  db: Db;
  /** Appends an event and enqueues the jobs that react to it. */
  append<Data extends z.ZodObject>(event: EventDefinition<Data>, happening: Happening<Data>): void;
  /** Enqueues a job; one with `runAt` becomes a timer (`#platform/jobs/timers.ts`). */
  enqueue<Payload extends z.ZodObject>(job: Job<Payload>, payload: z.input<Payload>, timing?: JobTiming): void;
  /** Adds an entry to the security log after the commit. */
  note<F extends Facts>(kind: SecurityKind<F>, note: SecurityNote<F>): void;
  /** Stores the id of what this write created: if the response is lost, a repeated request is answered from it. */
  made(id: string): void;
}

/** The parts of the platform that a write uses. */
export interface Writing extends Pick<Platform, 'db' | 'bus' | 'clock' | 'reactions'> {
  security: Pick<Platform['security'], 'note'>;
}

const maxAttempts = 3;

/**
 * The only way to write: the change, its events and its jobs commit together or not at all. Listeners are notified
 * after the commit. After a serialization failure or a deadlock `work` runs again (three attempts), so it must not
 * touch anything but `tx`.
 */
export async function write<T>(platform: Writing, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: Happened[] = [];
    const jobs: NewJob[] = [];
    const notes: (() => void)[] = [];
    let made: string | null = null;
    let at: Date | undefined;
    try {
      const result = await platform.db.transaction(async (db) => {
        const tx: Tx = {
          db: db as Db,
          append: (event, happening) => {
            const happened = newEvent(event, happening);
            if (isNew(events, happened)) events.push(happened);
          },
          enqueue: (job, payload, timing) => void jobs.push(newJob(job, payload, timing)),
          note: (kind, note) => void notes.push(() => platform.security.note(kind, note)),
          made: (id) => {
            made = id;
          },
        };
        // What a write stores or sends has other readers than the sender of the request.
        const done = await withDefaultFormat(() => work(tx));
        await effectMark()?.(db as Db, made);
        for (const event of events) {
          for (const reaction of platform.reactions.get(event.kind) ?? []) {
            const job = jobAfter(reaction, event, platform.clock.now());
            if (job) jobs.push(job);
          }
        }
        at = platform.clock.now();
        await flush(db as Db, at, events, jobs);
        return done;
      });
      if (events.length > 0) platform.bus.committed(events.map((event) => ({ ...event, at })));
      for (const notify of notes) notify();
      return result;
    } catch (error) {
      if (!isTransient(error) || attempt >= maxAttempts) throw error;
    }
  }
}

/** An event without version and data only means "read again" (`counters.changed`): one in a transaction is enough. */
function isNew(events: readonly Happened[], { kind, subject, version, topics, data }: Happened): boolean {
  if (version !== 0 || Object.keys(data).length > 0) return true;
  return !events.some((one) => one.kind === kind && one.subject === subject && one.topics.join() === topics.join());
}

// No NOTIFY: transactions that notify are committed one after the other. This process relays its own commits at once
// anyway.
const addEvents = {
  name: 'outbox-add-events',
  text: `insert into outbox_event (kind, subject, version, topics, data, at)
    select kind, subject, version, topics, data, at
    from jsonb_to_recordset($1::jsonb) as e(kind text, subject text, version bigint, topics text[], data jsonb, at timestamptz)`,
};

// One call for all jobs: each call of the queue's function looks up the task and the key again.
const addJobs = {
  name: 'outbox-add-jobs',
  text: `select count(*) from graphile_worker.add_jobs((
    select array_agg((j.task, j.payload, null, null, j.max_attempts, j.key, j.priority, j.about)::graphile_worker.job_spec order by j.place)
    from jsonb_to_recordset($1::jsonb) as j(place int, task text, payload json, key text, max_attempts int, priority int, about text[])))`,
};

/**
 * Stores the events, timers and jobs of the write, one statement each. Of two jobs with one key the later one counts.
 */
async function flush(db: Db, now: Date, events: readonly Happened[], all: readonly NewJob[]): Promise<void> {
  const connection = connectionOf(db);
  const jobs = [...new Map(all.map((job, n) => [job.key ?? n, job])).values()];
  const timers = jobs.flatMap((job): Timer[] => (job.runAt ? [{ ...job, runAt: job.runAt }] : []));
  const prompt = jobs.filter((job) => !job.runAt);
  const keys = prompt.flatMap(({ key }) => key ?? []);
  const at = now.toISOString();
  if (keys.length > 0) await dropTimers(connection, keys);
  if (events.length > 0)
    await connection.query({ ...addEvents, values: [JSON.stringify(events.map((event) => ({ ...event, at })))] });
  if (timers.length > 0) await setTimers(connection, timers);
  if (prompt.length > 0) await connection.query({ ...addJobs, values: [jobRows(prompt)] });
}

/** Jobs as one JSON parameter. */
function jobRows(jobs: readonly NewJob[]): string {
  return JSON.stringify(
    jobs.map(({ task, payload, key, priority, about, maxAttempts }, place) => ({
      place,
      task,
      payload,
      key,
      priority,
      about,
      max_attempts: maxAttempts ?? defaultAttempts,
    })),
  );
}
