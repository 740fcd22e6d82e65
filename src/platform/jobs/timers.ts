import type { Job } from 'graphile-worker';
import type pg from 'pg';
import type { Platform } from '#platform/platform.ts';
import { defaultAttempts, gatheredAtOnce, type NewJob } from './jobs.ts';

/**
 * Jobs with a time wait in `job_timer`, by the app's clock. Every worker polls for due timers at this interval, and
 * hands them to the queue.
 */
const pollMs = 1_000;

/** Timers per transaction: the workers start with the first while the last still wait. */
const batch = 500;

export type Timer = NewJob & { runAt: Date };

/** Stored beside the payload of a timer that was handed over: when it was due. */
const dueKey = '$dueAt';

// Sorted by key: two writes that move the same two timers lock them in the same order.
const insertFrom = (parameter: string) => `
  insert into job_timer (task, payload, due_at, max_attempts, key)
  select task, payload, due_at, max_attempts, key
  from jsonb_to_recordset(${parameter}::jsonb) as t(task text, payload jsonb, due_at timestamptz, max_attempts int, key text) order by key
  on conflict (key) do`;

const replace = `${insertFrom('$1')} update set task = excluded.task, payload = excluded.payload, due_at = excluded.due_at,
  max_attempts = excluded.max_attempts`;
const putBack = `${insertFrom('$1')} nothing`;

// A batch has no key; `max(due_at)` returns it when one of its timers is early. It counts ids and not timers: a timer
// that was returned holds all ids of its job. The queue orders jobs by the time at which they were due, so a backlog is
// processed from its oldest.
const handOverDue = `
  with due as (
    select id from job_timer where due_at <= $1 order by due_at limit ${batch} for update skip locked),
  gone as (
    delete from job_timer using due where job_timer.id = due.id returning job_timer.*),
  jobs as (
    select id, task, payload, due_at, max_attempts, key, null::text[] as about from gone where not payload ? 'gathered'
    union all
    select min(id), task, jsonb_build_object('gathered', jsonb_agg(distinct thing)), max(due_at), max(max_attempts), null, array_agg(distinct thing)
    from (
      select id, task, due_at, max_attempts, thing, (row_number() over (partition by task order by id) - 1) / ${gatheredAtOnce} as part
      from gone cross join jsonb_array_elements_text(payload -> 'gathered') as thing where payload ? 'gathered') as each
    group by task, part),
  specs as (
    select (select count(*)::int from gone) as n, array_agg(
      (task, payload || jsonb_build_object('${dueKey}', due_at), null, now() - ($1 - due_at), max_attempts, key, null, about)::graphile_worker.job_spec
      order by due_at, id) as list
    from jobs)
  select n, (select count(*) from graphile_worker.add_jobs(list)) from specs where n > 0`;

/** Sets timers, at most one for each key; a timer with a key replaces the waiting one. */
export async function setTimers(connection: pg.ClientBase, timers: readonly Timer[]): Promise<void> {
  await connection.query({ name: 'timers-set', text: replace, values: [timerRows(timers)] });
}

/** Deletes timers whose job is to run at once instead. */
export async function dropTimers(connection: pg.ClientBase, keys: readonly string[]): Promise<void> {
  await connection.query({ name: 'timers-drop', text: 'delete from job_timer where key = any($1)', values: [keys] });
}

/** Hands every due timer to the queue, each exactly once for any number of processes. Returns how many. */
export async function handOverTimers({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<number> {
  let handed = 0;
  for (let n = batch; n === batch; handed += n) {
    const { rows } = await pool.query<{ n: number }>({
      name: 'timers-hand-over',
      text: handOverDue,
      values: [clock.now()],
    });
    n = rows[0]?.n ?? 0;
  }
  return handed;
}

export interface TimerPoller {
  close(): Promise<void>;
}

/** Polls for due timers until it is closed. An unavailable database is logged once, and again when it is back. */
export function startTimers(platform: Pick<Platform, 'pool' | 'clock' | 'log'>): TimerPoller {
  let isAway = false;
  let closed = false;
  let next: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const poll = async () => {
    try {
      await handOverTimers(platform);
      if (isAway) platform.log.info('timers are handed over again');
      isAway = false;
    } catch (error) {
      if (!isAway && !closed)
        platform.log.warn('timers could not be handed over; it is tried again every second', { error });
      isAway = true;
    }
    if (!closed) pollLater();
  };
  const pollLater = () => {
    next = setTimeout(() => {
      running = poll();
    }, pollMs).unref();
  };
  running = poll();
  return {
    close: async () => {
      closed = true;
      clearTimeout(next);
      await running;
    },
  };
}

export interface TimedPayload {
  payload: Record<string, unknown>;
  /** Null: the job had no time, and runs at once. */
  dueAt: Date | null;
}

/** Separates the payload from the due time that the hand-over added. */
export function readTimedPayload(stored: Record<string, unknown>): TimedPayload {
  const { [dueKey]: dueAt, ...payload } = stored;
  return { payload, dueAt: typeof dueAt === 'string' ? new Date(dueAt) : null };
}

/**
 * Returns a job that runs early to `job_timer`, which happens when the clock of the process that handed it over is
 * ahead of ours: its handler would find nothing due, and would not run again. A newer timer with its key stays. Returns
 * whether the job was early.
 */
export async function putBackEarly(
  { clock, pool }: Pick<Platform, 'clock' | 'pool'>,
  { payload, dueAt }: TimedPayload,
  { key, max_attempts: maxAttempts, task }: Pick<Job, 'key' | 'max_attempts'> & { task: string },
): Promise<boolean> {
  if (!dueAt || dueAt <= clock.now()) return false;
  await pool.query(putBack, [
    timerRows([{ task, payload, runAt: dueAt, maxAttempts, ...(key === null ? {} : { key }) }]),
  ]);
  return true;
}

/** Timers as one JSON parameter. */
function timerRows(timers: readonly Timer[]): string {
  return JSON.stringify(
    timers.map(({ task, payload, runAt, key, maxAttempts }) => ({
      task,
      payload,
      due_at: runAt,
      key,
      max_attempts: maxAttempts ?? defaultAttempts,
    })),
  );
}
