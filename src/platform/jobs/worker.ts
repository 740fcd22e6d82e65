import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { MovableClock } from '#platform/clock/clock.ts';
import { moveSharedClock } from '#platform/clock/shared-clock.ts';
import { reasonOf } from '#platform/log/fault.ts';
import type { Platform } from '#platform/platform.ts';
import { type Heartbeat, startHeartbeat, wakeWorkers } from './heartbeat.ts';
import type { JobHandler } from './jobs.ts';
import { enqueuePassed, type Schedule } from './passed-schedules.ts';
import { handOverTimers, putBackEarly, readTimedPayload, startTimers } from './timers.ts';

export interface Worker {
  /**
   * Starts no new jobs and waits for the running ones; jobs that have not ended within `graceMs` return to the queue,
   * where another worker takes them at once.
   */
  close(): Promise<void>;
}

/** How long a running job may take after SIGTERM. */
const graceMs = 4_000;
/** Delay before a worker that lost the database restarts. */
const restartMs = 1_000;

/**
 * Runs jobs from PostgreSQL (graphile-worker), and moves due timers to the queue. Handlers run at least once, four at a
 * time.
 */
export async function startWorker(
  platform: Platform,
  handlers: Readonly<Record<string, JobHandler>>,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const taskList: TaskList = {};
  for (const [task, handler] of Object.entries(handlers)) {
    taskList[task] = async (payload, { job }) => {
      const timed = readTimedPayload(payload as Record<string, unknown>);
      try {
        if (!(await putBackEarly(platform, timed, { ...job, task }))) await handler(platform, timed.payload);
      } catch (error) {
        platform.log.error('a job failed', { task, job: job.id, attempt: job.attempts, of: job.max_attempts, error });
        // The queue stores and prints a job's last error; both must not contain the payload.
        throw new Error(reasonOf(error));
      }
    };
  }
  const closing = Promise.withResolvers<void>();
  let isClosing = false;
  let current = await start(platform, taskList, schedules);
  const supervised = supervise();
  const timers = startTimers(platform);

  /**
   * After a lost connection a job may be locked without this worker knowing that it got it. The worker is stopped, its
   * jobs are released, and a new worker starts.
   */
  async function supervise(): Promise<void> {
    for (;;) {
      await Promise.race([current.isLost.then(() => pause(restartMs)), closing.promise]);
      if (isClosing) return;
      try {
        await Promise.race([current.runner.stop().catch(() => {}), pause(graceMs, null, { ref: false })]);
        await current.beats.stop(true);
        current = await start(platform, taskList, schedules);
      } catch (error) {
        platform.log.warn('the worker could not begin again; it is tried again', { error });
      }
    }
  }

  return {
    close: async () => {
      isClosing = true;
      closing.resolve();
      await timers.close();
      // A worker that is starting must be stopped as well: it holds a connection.
      await supervised;
      const { runner, beats } = current;
      const ended = runner.stop().then(
        () => true,
        () => true,
      );
      const isDone = await Promise.race([ended, pause(graceMs, false, { ref: false })]);
      await beats
        .stop(!isDone)
        .catch((error: unknown) => platform.log.warn('running jobs could not be handed back', { error }));
    },
  };
}

async function start(
  { pool, log }: Platform,
  taskList: TaskList,
  schedules: readonly Schedule[],
): Promise<{ runner: Runner; beats: Heartbeat; isLost: Promise<void> }> {
  const events: WorkerEvents = new EventEmitter();
  const disconnected = new Promise<void>((resolve) => {
    events.once('pool:listen:error', () => resolve());
    events.once('worker:getJob:error', () => resolve());
  });
  const name = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    taskList,
    events,
    // No delay all the same, but a batch: without one the library does not handle a failure to store a job's end, and
    // the error would end this process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems(
      schedules.map(({ task, cron }) => ({ task, match: cron, options: { backfillPeriod: 0 } })),
    ),
    logger: new Logger(() => (level, message, meta) => {
      // A failed job is logged already. After its own words the library's message repeats an error.
      if (meta?.failure === true) return;
      const [sentence = message] = message.split(/[:'\n]/, 1);
      if (level === 'error') log.error(sentence, { error: meta?.error ?? meta?.fatalError });
      else if (level === 'warning') log.warn(sentence);
    }),
  });
  const onError = (error: unknown) => log.warn('a worker could not say that it lives', { error });
  const ended = runner.promise.catch(() => {});
  return {
    runner,
    beats: await startHeartbeat(pool, await name, onError),
    isLost: Promise.race([ended, disconnected]),
  };
}

type Queue = Pick<Platform, 'pool' | 'clock'>;

/** Due jobs that no worker takes, or that have run for too long. */
export class JobsStuck extends Error {
  readonly tasks: readonly string[];
  /** The jobs among them that a worker has started. */
  readonly running: readonly string[];
  constructor(tasks: readonly string[], running: readonly string[] = []) {
    super(
      running.length > 0
        ? `jobs are still running: ${running.join(', ')}`
        : `nothing takes up jobs: ${tasks.join(', ')}`,
    );
    this.tasks = tasks;
    this.running = running;
  }
}

/**
 * Waits until no job is due: due timers are moved to the queue, running jobs have ended, and so have the jobs that they
 * enqueued. Failed jobs that wait for a retry do not count. Throws `JobsStuck` with the remaining tasks when nothing
 * has changed for `stuckMs`: a month of timers may take as long as it needs.
 */
export async function settleJobs(queue: Queue, stuckMs = 15_000): Promise<void> {
  let seen = '';
  for (let waited = 0; waited < stuckMs; waited += 15) {
    await handOverTimers(queue);
    const { due, state } = await dueJobs(queue);
    if (due === 0) return;
    if (state !== seen) waited = 0;
    seen = state;
    await pause(15);
  }
  const { rows } = await queue.pool.query<{ task: string; isRunning: boolean }>(
    `select task_identifier as task, bool_or(locked_at is not null) as "isRunning" from graphile_worker.jobs
     where run_at <= now() or locked_at is not null group by 1 order by 1`,
  );
  throw new JobsStuck(
    rows.map(({ task }) => task),
    rows.filter(({ isRunning }) => isRunning).map(({ task }) => task),
  );
}

/** Whether a job runs, or waits only for a worker. */
export async function hasDueJobs(queue: Queue): Promise<boolean> {
  return (await dueJobs(queue)).due !== 0;
}

/**
 * The number of jobs and timers that run or wait only for a worker. `state` changes whenever one of them is started,
 * ended or added.
 */
async function dueJobs({ pool, clock }: Queue): Promise<{ due: number; state: string }> {
  const { rows } = await pool.query<{ due: number; state: string }>(
    // One statement: a job that sets a timer is either seen running, or its timer is. A running job whose key was taken
    // by a newer one has no attempts left, and runs on all the same.
    `select jobs.n + timers.n as due, concat_ws(' ', jobs.state, timers.n) as state from
       (select count(*) as n, concat_ws(' ', count(*), sum(id), sum(attempts)) as state from graphile_worker.jobs
        where locked_at is not null or (attempts < max_attempts and run_at <= now())) jobs,
       (select count(*) as n from job_timer where due_at <= $1) timers`,
    [clock.now()],
  );
  return rows[0] ?? { due: 0, state: '' };
}

/**
 * Moves the sandbox's clock ahead. When this resolves, the timers that became due have run, and so have jobs that
 * waited for a retry (the queue counts their delay by the database's clock) and schedules whose minute was passed. The
 * offset is stored, so a restart does not undo it. Throws unless the clock is a `MovableClock`.
 */
export async function advanceClock(platform: Platform, ms: number, schedules: readonly Schedule[] = []): Promise<void> {
  if (!(platform.clock instanceof MovableClock)) throw new Error('only a sandbox has a clock that moves');
  const from = platform.clock.now();
  await moveSharedClock(platform.clock, platform.pool, platform.pubsub, ms);
  await platform.pool.query(
    `select graphile_worker.reschedule_jobs(array[id], run_at := run_at - make_interval(secs => $1))
     from graphile_worker.jobs where locked_at is null and run_at > now()`,
    [ms / 1_000],
  );
  await wakeWorkers(platform.pool);
  try {
    // First: nightly schedules look for what is left over.
    await settleJobs(platform);
  } finally {
    await enqueuePassed(platform, schedules, from, platform.clock.now());
  }
  await settleJobs(platform);
}
