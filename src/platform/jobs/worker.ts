import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { MovableClock } from '#platform/clock/clock.ts';
import { moveSharedClock } from '#platform/clock/shared-clock.ts';
import type { Platform } from '#platform/platform.ts';
import { type Heartbeat, startHeartbeat, wakeWorkers } from './heartbeat.ts';
import type { JobHandler } from './jobs.ts';
import { putBackEarly, readTimer } from './timers.ts';

export interface Worker {
  /** Starts nothing new and waits for what is running; what has not ended in `graceMs` goes back to the queue, for another to take at once. */
  close(): Promise<void>;
}

export interface Schedule {
  task: string;
  cron: string;
}

/** How long a running job gets when its process is told to stop. */
const graceMs = 4_000;
/** A worker that the database has thrown out begins anew after this. */
const againMs = 1_000;

/** Claims and runs jobs from PostgreSQL (graphile-worker). Handlers run at least once, four at a time. */
export async function startWorker(
  platform: Platform,
  handlers: Readonly<Record<string, JobHandler>>,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const taskList: TaskList = {};
  for (const [task, handler] of Object.entries(handlers)) {
    taskList[task] = async (payload, { job }) => {
      const ring = readTimer(payload as Record<string, unknown>);
      if (!(await putBackEarly(platform, ring, { ...job, task }))) await handler(platform, ring.payload);
    };
  }
  let closed = false;
  let current = await begin();

  /** A worker that ends by itself has lost its database in the wrong moment. The jobs it had are freed, and a new one takes its place. */
  async function begin(): Promise<{ runner: Runner; beats: Heartbeat }> {
    const { runner, beats } = await beginOnce(platform, taskList, schedules);
    void runner.promise
      .catch(() => {})
      .then(async () => {
        while (!closed) {
          await pause(againMs);
          try {
            await beats.stop(true);
            if (!closed) current = await begin();
            return;
          } catch (error) {
            platform.log.warn('the worker could not begin again; it is tried again', { error });
          }
        }
      });
    return { runner, beats };
  }

  return {
    close: async () => {
      closed = true;
      const { runner, beats } = current;
      const ended = runner.stop().then(
        () => true,
        () => true,
      );
      const isDone = await Promise.race([ended, pause(graceMs, false, { ref: false })]);
      await beats.stop(!isDone).catch((error: unknown) => platform.log.warn('running jobs could not be handed back', { error }));
    },
  };
}

async function beginOnce({ pool, log }: Platform, taskList: TaskList, schedules: readonly Schedule[]): Promise<{ runner: Runner; beats: Heartbeat }> {
  const events: WorkerEvents = new EventEmitter();
  const name = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    taskList,
    events,
    parsedCronItems: parseCronItems(schedules.map(({ task, cron }) => ({ task, match: cron, options: { backfillPeriod: 0 } }))),
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') log.error(message, { error: meta?.error });
      else if (level === 'warning') log.warn(message);
    }),
  });
  const onError = (error: unknown) => log.warn('a worker could not say that it lives', { error: String(error) });
  return { runner, beats: await startHeartbeat(pool, await name, onError) };
}

/**
 * Waits until no job is due: what runs has ended, what it enqueued in turn has ended too. Jobs that failed and wait for their next try do not count.
 * Throws, naming the tasks that are left, when nothing has moved for `stuckMs`: a month's timers of a whole market take as long as they take.
 */
export async function settleJobs(pool: Pick<pg.Pool, 'query'>, stuckMs = 15_000): Promise<void> {
  let seen = '';
  for (let waited = 0; waited < stuckMs; waited += 15) {
    const { due, state } = await dueJobs(pool);
    if (due === 0) return;
    if (state !== seen) waited = 0;
    seen = state;
    await pause(15);
  }
  const { rows } = await pool.query<{ task: string }>(
    'select distinct task_identifier as task from graphile_worker.jobs where run_at <= now() or locked_at is not null',
  );
  throw new Error(`jobs are still running: ${rows.map((row) => row.task).join(', ')}`);
}

/** Whether a job runs, or waits only for a worker. */
export async function hasDueJobs(pool: pg.Pool): Promise<boolean> {
  return (await dueJobs(pool)).due !== 0;
}

/** How many jobs run or wait only for a worker; `state` is another one as soon as one of them is begun, done or added. */
async function dueJobs(pool: Pick<pg.Pool, 'query'>): Promise<{ due: number; state: string }> {
  const { rows } = await pool.query<{ due: number; state: string }>(
    // A running job whose key is taken over by a newer one has no attempts left, and runs on all the same.
    `select count(*) as due, concat_ws(' ', count(*), sum(id), sum(attempts)) as state from graphile_worker.jobs
     where locked_at is not null or (attempts < max_attempts and run_at <= now())`,
  );
  return rows[0] ?? { due: 0, state: '' };
}

/**
 * Moves the sandbox's clock ahead: waiting timers come nearer by as much, and those that became due have run when this resolves.
 * The offset is kept, so that a restart does not bring back what has expired.
 */
export async function advanceClock(platform: Platform, ms: number): Promise<void> {
  if (!(platform.clock instanceof MovableClock)) throw new Error('only a sandbox has a clock that moves');
  await moveSharedClock(platform.clock, platform.pool, platform.wire, ms);
  await platform.pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at := run_at - make_interval(secs => $1))
     from graphile_worker.jobs where locked_at is null and run_at > now()`,
    [ms / 1_000],
  );
  await wakeWorkers(platform.pool);
  await settleJobs(platform.pool);
}
