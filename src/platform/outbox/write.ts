import type * as z from 'zod';
import { conflict } from '#kernel/refusal.ts';
import { connectionOf, type Db, isTransient } from '#platform/db/db.ts';
import type { LastInsert } from '#platform/db/insert-rows.ts';
import { defaultAttempts, type Job, type JobTiming, type NewJob, newJob } from '#platform/jobs/jobs.ts';
import { dropTimers, setTimersFrom, type Timer, timerRows } from '#platform/jobs/timers.ts';
import type { Platform } from '#platform/platform.ts';
import type { Facts, SecurityKind } from '#platform/security-log/security-kind.ts';
import type { SecurityNote } from '#platform/security-log/security-log.ts';
import { effectMark } from './effect.ts';
import { type EventDefinition, type Happened, type Happening, newEvent } from './events.ts';
import { type LastPart, refusedBy, runLast } from './last-statement.ts';
import { jobAfter } from './reactions.ts';

export interface Tx {
  /** The transaction's connection. Lock the row that you decide about (`for('update')`), read it again, check, write. */
  db: Db;
  /** Appends an event; the jobs that it wakes are enqueued in the same transaction. */
  append<Data extends z.ZodObject>(event: EventDefinition<Data>, happening: Happening<Data>): void;
  /** Enqueues a job in the same transaction; one with a time becomes a timer (`#platform/jobs/timers.ts`). */
  enqueue<Payload extends z.ZodObject>(job: Job<Payload>, payload: z.input<Payload>, timing?: JobTiming): void;
  /**
   * Inserts a row with the last statement of the write, for rows of whose coming nobody needs to hear before: nothing that this write still reads or changes. Rows
   * into one table come together.
   */
  insertLast<Row>(into: LastInsert<Row>, row: Row): void;
  /** The same for what finds only then whether it may be there: where its first step returns no row the whole write is undone, and `otherwise`, which is given the market as it is then, throws why, or has it done anew. */
  decideLast<Values extends Record<string, unknown>>(part: LastPart<Values> & Required<Pick<LastPart, 'otherwise'>>): void;
  /** Tells the security log, once this has committed. */
  note<F extends Facts>(kind: SecurityKind<F>, note: SecurityNote<F>): void;
  /** Names what this write makes: should the answer be lost, a repeated request is answered from it. */
  made(id: string): void;
}

/** What a write needs of the platform. */
export interface Writing extends Pick<Platform, 'db' | 'bus' | 'clock' | 'reactions'> {
  security: Pick<Platform['security'], 'note'>;
}

const most = 3;

/**
 * The one way to write: the change, its events and its jobs commit together or not at all. The world hears after the commit.
 * A serialization failure, a deadlock, or a refusal that is over by the time that it is told runs `work` again, up to three times in all, so `work` must not touch anything but `tx`;
 * one that is over a third time is refused (409 `wrong_state`).
 */
export async function write<T>(platform: Writing, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: Happened[] = [];
    const jobs: NewJob[] = [];
    const notes: (() => void)[] = [];
    const inserts = new Map<string, LastRows>();
    const decisions: LastPart[] = [];
    let made: string | null = null;
    let last: Promise<unknown> = Promise.resolve();
    let at: Date | undefined;
    try {
      const result = await platform.db.transaction(async (db) => {
        const tx: Tx = {
          db: db as Db,
          append: (event, happening) => {
            const happened = newEvent(event, happening);
            if (isToldAnew(events, happened)) events.push(happened);
          },
          enqueue: (job, payload, timing) => void jobs.push(newJob(job, payload, timing)),
          insertLast: ({ name, into, cells }, row) => {
            const last = inserts.get(name) ?? { into, rows: [] };
            last.rows.push(cells(row));
            inserts.set(name, last);
          },
          decideLast: (part) => void decisions.push(part),
          note: (kind, note) => void notes.push(() => platform.security.note(kind, note)),
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
        at = platform.clock.now();
        last = (await flush(db as Db, at, { events, jobs, inserts, decisions })).answered;
        return done;
      });
      // The commit was asked for with it, and answers nothing of what it found undone.
      await last;
      if (events.length > 0) platform.bus.committed(events.map((event) => ({ ...event, at })));
      for (const tell of notes) tell();
      return result;
    } catch (error) {
      const why = refusedBy(error, decisions);
      await why?.(platform);
      if (!(why || isTransient(error))) throw error;
      if (attempt >= most)
        throw why ? conflict('wrong_state', 'Others changed this again and again at the same moment. Nothing was changed. Try again.') : error;
    }
  }
}

/** What has neither version nor data only says "look again" (`counters.changed`): once in a transaction says it all. */
function isToldAnew(events: readonly Happened[], { kind, subject, version, topics, data }: Happened): boolean {
  if (version !== 0 || Object.keys(data).length > 0) return true;
  return !events.some((one) => one.kind === kind && one.subject === subject && one.topics.join() === topics.join());
}

// Without a notification: transactions that notify are committed one after the other, and this process relays its own commits at once anyway.
const addEvents = (parameter: string) => `
  insert into outbox_event (kind, subject, version, topics, data, at)
  select kind, subject, version, topics, data, at
  from jsonb_to_recordset(${parameter}::jsonb) as e(kind text, subject text, version bigint, topics text[], data jsonb, at timestamptz)`;

// One call for all of them: each call of the queue's function looks for its task and its key anew.
const addJobs = (parameter: string) => `
  select count(*) from graphile_worker.add_jobs((
    select array_agg((j.task, j.payload, null, null, j.max_attempts, j.key, j.priority, j.about)::graphile_worker.job_spec order by j.place)
    from jsonb_to_recordset(${parameter}::jsonb) as j(place int, task text, payload json, key text, max_attempts int, priority int, about text[])))`;

async function flush(
  db: Db,
  now: Date,
  {
    events,
    jobs,
    inserts,
    decisions,
  }: { events: Happened[]; jobs: NewJob[]; inserts: ReadonlyMap<string, LastRows>; decisions: readonly LastPart[] },
): ReturnType<typeof runLast> {
  const timers = jobs.flatMap((job): Timer[] => (job.runAt ? [{ ...job, runAt: job.runAt }] : []));
  const prompt = jobs.filter((job) => !job.runAt);
  const keys = prompt.flatMap(({ key }) => key ?? []);
  if (keys.length > 0) await dropTimers(connectionOf(db), keys);
  const at = now.toISOString();
  const parts = [...decisions, ...[...inserts].map(([name, { into, rows }]) => partOf(name, into, JSON.stringify(rows)))];
  if (events.length > 0) parts.push(partOf('events', addEvents, JSON.stringify(events.map((event) => ({ ...event, at })))));
  if (timers.length > 0) parts.push(partOf('timers', setTimersFrom, timerRows(timers)));
  if (prompt.length > 0) parts.push({ ...partOf('jobs', addJobs, jobRows(prompt)), isRead: true });
  return runLast(db, parts);
}

interface LastRows {
  into: LastInsert<never>['into'];
  rows: object[];
}

function partOf(name: string, into: (parameter: string) => string, rows: string): LastPart {
  return { name, values: { rows }, steps: (at) => [[name, into(at.rows ?? '')]] };
}

/** Jobs as one value of a statement. Of two with one key the later one counts. */
function jobRows(jobs: readonly NewJob[]): string {
  const byKey = new Map(jobs.map((job, n) => [job.key ?? n, job]));
  return JSON.stringify(
    [...byKey.values()].map(({ task, payload, key, priority, about, maxAttempts }, place) => ({
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
