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
import { handOverTimers, putBackEarly, readRing, startTimers } from './timers.ts';

export interface Worker {
  /**
   * Starts nothing new and waits for what is running; what has not ended in `graceMs` goes back to the queue, for
   * another to take at once.
   */
  close(): Promise<void>;
}

/** How long a running job gets when its process is told to stop. */
const graceMs = 4_000;
/** A worker that the database has thrown out begins anew after this. */
const againMs = 1_000;

/**
 * Claims and runs jobs from PostgreSQL (graphile-worker), and hands it the timers that are due. Handlers run at least
 * once, four at a time.
 */
export async function startWorker(
  platform: Platform,
  handlers: Readonly<Record<string, JobHandler>>,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const taskList: TaskList = {};
  for (const [task, handler] of Object.entries(handlers)) {
    taskList[task] = async (payload, { job }) => {
      const ring = readRing(payload as Record<string, unknown>);
      try {
        if (!(await putBackEarly(platform, ring, { ...job, task }))) await handler(platform, ring.payload);
      } catch (error) {
        platform.log.error('a job failed', { task, job: job.id, attempt: job.attempts, of: job.max_attempts, error });
        // The queue keeps a job's last error, and prints it: both without what the job was told.
        throw new Error(reasonOf(error));
      }
    };
  }
  const closing = Promise.withResolvers<void>();
  let isClosing = false;
  let current = await begin(platform, taskList, schedules);
  const kept = keepOneRunning();
  const timers = startTimers(platform);

  /**
   * A worker that ends by itself has lost its database in the wrong moment. The jobs it had are freed, and a new one
   * takes its place.
   */
  async function keepOneRunning(): Promise<void> {
    const endOf = (runner: Runner) => runner.promise.catch(() => {});
    for (;;) {
      await Promise.race([endOf(current.runner).then(() => pause(againMs)), closing.promise]);
      if (isClosing) return;
      try {
        await current.beats.stop(true);
        current = await begin(platform, taskList, schedules);
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
      // One that is just beginning is ended as well: nobody else would, and it holds a connection.
      await kept;
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

async function begin(
  { pool, log }: Platform,
  taskList: TaskList,
  schedules: readonly Schedule[],
): Promise<{ runner: Runner; beats: Heartbeat }> {
  const events: WorkerEvents = new EventEmitter();
  const name = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)));
  const runner = await run({
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    taskList,
    events,
    // At once all the same; but one by one the library hears of no failure when a job's end is written, and such an
    // error would end this process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems(
      schedules.map(({ task, cron }) => ({ task, match: cron, options: { backfillPeriod: 0 } })),
    ),
    logger: new Logger(() => (level, message, meta) => {
      // A job that failed has been told of. What the library says after its own words repeats an error.
      if (meta?.failure === true) return;
      const [sentence = message] = message.split(/[:'\n]/, 1);
      if (level === 'error') log.error(sentence, { error: meta?.error ?? meta?.fatalError });
      else if (level === 'warning') log.warn(sentence);
    }),
  });
  const onError = (error: unknown) => log.warn('a worker could not say that it lives', { error });
  return { runner, beats: await startHeartbeat(pool, await name, onError) };
}

type Queue = Pick<Platform, 'pool' | 'clock'>;

/** Jobs are due and nothing takes them, or a worker is at some of them for long, or has hung. */
export class JobsStuck extends Error {
  readonly tasks: readonly string[];
  /** Those among them that a worker has begun. */
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
 * Waits until no job is due: timers whose time has come are handed over, what runs has ended, what it enqueued in turn
 * has ended too. Jobs that failed and wait for their next try do not count. Throws `JobsStuck`, with the tasks that are
 * left, when nothing has moved for `stuckMs`: a month's timers of a whole market take as long as they take.
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
 * How many jobs and timers run or wait only for a worker; `state` is another one as soon as one of them is begun, done
 * or added.
 */
async function dueJobs({ pool, clock }: Queue): Promise<{ due: number; state: string }> {
  const { rows } = await pool.query<{ due: number; state: string }>(
    // In one statement: a job that sets a timer is seen running, or its timer is. A running job whose key is taken over
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
 * Moves the sandbox's clock ahead; timers that became due have run when this resolves, and so have jobs that waited for
 * another try: their pause has passed as well, though the queue counts it by the database's clock. So have the
 * schedules whose minute lay between. The offset is kept, so that a restart does not bring back what has expired.
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
    // First: what a night looks for is what has been left over.
    await settleJobs(platform);
  } finally {
    await enqueuePassed(platform, schedules, from, platform.clock.now());
  }
  await settleJobs(platform);
}
