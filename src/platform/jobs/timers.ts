import type { Job } from 'graphile-worker';
import type pg from 'pg';
import type { Platform } from '#platform/platform.ts';
import { defaultAttempts, gatheredAtOnce, type NewJob } from './jobs.ts';

/**
 * Jobs with a time wait in `job_timer`, by the app's clock. Every worker looks this often for what is due, and hands it
 * to the queue.
 */
const lookMs = 1_000;

/** One transaction hands over this many at most: the queue's workers begin with the first while the last still wait. */
const batch = 500;

export type Timer = NewJob & { runAt: Date };

/** Beside the payload of a timer that has been handed over: when it was due. */
const dueKey = '$dueAt';

// Sorted by key: two writes that move the same two timers take them in the same order.
const insertFrom = (parameter: string) => `
  insert into job_timer (task, payload, due_at, max_attempts, key)
  select task, payload, due_at, max_attempts, key
  from jsonb_to_recordset(${parameter}::jsonb) as t(task text, payload jsonb, due_at timestamptz, max_attempts int, key text) order by key
  on conflict (key) do`;

const replace = `${insertFrom('$1')} update set task = excluded.task, payload = excluded.payload, due_at = excluded.due_at,
  max_attempts = excluded.max_attempts`;
const putBack = `${insertFrom('$1')} nothing`;

// What is gathered has no key, and comes early where one of them does. Things are counted and not timers: one that was
// put back holds as many as its job did. The queue's own order of jobs is by the time at which they were due, so that a
// heap of them is worked off from its oldest.
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

/** Sets timers, at most one for each key; one with a key replaces the one that waits under it. */
export async function setTimers(connection: pg.ClientBase, timers: readonly Timer[]): Promise<void> {
  await connection.query({ name: 'timers-set', text: replace, values: [timerRows(timers)] });
}

/** Takes timers away whose job is to run at once instead. */
export async function dropTimers(connection: pg.ClientBase, keys: readonly string[]): Promise<void> {
  await connection.query({ name: 'timers-drop', text: 'delete from job_timer where key = any($1)', values: [keys] });
}

/** Hands every timer that is due to the queue, each exactly once however many processes do. Answers how many. */
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

export interface TimerHand {
  close(): Promise<void>;
}

/** Looks for due timers until it is closed. A database that is away is said once, and again when it is back. */
export function startTimers(platform: Pick<Platform, 'pool' | 'clock' | 'log'>): TimerHand {
  let isAway = false;
  let closed = false;
  let next: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      await handOverTimers(platform);
      if (isAway) platform.log.info('timers are handed over again');
      isAway = false;
    } catch (error) {
      if (!isAway && !closed)
        platform.log.warn('timers could not be handed over; it is tried again every second', { error });
      isAway = true;
    }
    if (!closed) lookLater();
  };
  const lookLater = () => {
    next = setTimeout(() => {
      turn = look();
    }, lookMs).unref();
  };
  turn = look();
  return {
    close: async () => {
      closed = true;
      clearTimeout(next);
      await turn;
    },
  };
}

export interface Ring {
  payload: Record<string, unknown>;
  /** Null: the job had no time, and runs as soon as it is there. */
  dueAt: Date | null;
}

/** What the hand-over stored, apart again. */
export function readRing(stored: Record<string, unknown>): Ring {
  const { [dueKey]: dueAt, ...payload } = stored;
  return { payload, dueAt: typeof dueAt === 'string' ? new Date(dueAt) : null };
}

/**
 * A timer may ring early where the clock of the process that handed it over runs ahead of ours: its handler would find
 * nothing due, and nobody would ring again. It goes back to wait, unless a newer one under its key waits already.
 * Answers whether it did.
 */
export async function putBackEarly(
  { clock, pool }: Pick<Platform, 'clock' | 'pool'>,
  { payload, dueAt }: Ring,
  { key, max_attempts: maxAttempts, task }: Pick<Job, 'key' | 'max_attempts'> & { task: string },
): Promise<boolean> {
  if (!dueAt || dueAt <= clock.now()) return false;
  await pool.query(putBack, [
    timerRows([{ task, payload, runAt: dueAt, maxAttempts, ...(key === null ? {} : { key }) }]),
  ]);
  return true;
}

/** Timers as one value of a statement. */
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
