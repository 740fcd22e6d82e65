import type pg from 'pg';

/**
 * A worker without a heartbeat for `deadMs` loses its jobs: they are released about 20 s after a kill. A worker that
 * never sent one may belong to a release before heartbeats and be alive: its jobs stay locked for `strayMs`, as long as
 * the longest job may take. Such strays are searched every `lookMs`.
 */
export const heartbeat = { everyMs: 4_000, deadMs: 12_000, strayMs: 10 * 60_000, lookMs: 10 * 60_000 };

export interface Heartbeat {
  /** Ends the heartbeats. `left`: jobs of this worker are still locked and go back to the queue. */
  stop(left: boolean): Promise<void>;
}

/**
 * Sends a heartbeat every few seconds, and releases the jobs of dead workers. All times are the database's clock. A
 * frozen worker that resumes may find its job done by another worker: handlers run at least once anyway.
 */
export async function startHeartbeat(
  pool: pg.Pool,
  worker: string,
  onError: (error: unknown) => void,
  pace = heartbeat,
): Promise<Heartbeat> {
  let since: Date | null = null;
  let straysFreedAt = 0;
  let under: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const now = await sayAlive(pool, worker);
    since ??= now;
    // After a database outage every worker looks dead; the others get as long as this one had to send a heartbeat.
    if (now.getTime() - since.getTime() < pace.deadMs) return;
    let freed = await freeJobsOfDead(pool, pace.deadMs);
    if (now.getTime() - straysFreedAt >= pace.lookMs) {
      // Workers that were killed before their first heartbeat. This scans the whole queue, so it runs rarely.
      freed += await freeStrays(pool, pace.strayMs);
      straysFreedAt = now.getTime();
    }
    if (freed > 0) await wakeWorkers(pool);
  }

  const tick = () => {
    under = beat().catch((error: unknown) => {
      since = null;
      onError(error);
    });
    return under;
  };
  await tick();
  const timer = setInterval(() => void under.then(tick), pace.everyMs);
  timer.unref();
  return {
    stop: async (left) => {
      clearInterval(timer);
      await under;
      await pool.query('delete from job_worker where worker = $1', [worker]);
      if (!left) return;
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[worker]]);
      await wakeWorkers(pool);
    },
  };
}

async function sayAlive(pool: pg.Pool, worker: string): Promise<Date> {
  const { rows } = await pool.query<{ seen_at: Date }>(
    'insert into job_worker (worker, seen_at) values ($1, now()) on conflict (worker) do update set seen_at = now() returning seen_at',
    [worker],
  );
  return rows[0]?.seen_at ?? new Date();
}

/**
 * Deletes dead workers and releases their jobs in one statement: no later search would find those jobs. Returns the
 * number of workers.
 */
async function freeJobsOfDead(pool: pg.Pool, deadMs: number): Promise<number> {
  return unlock(
    pool,
    'delete from job_worker where seen_at < now() - make_interval(secs => $1) returning worker',
    deadMs,
  );
}

async function freeStrays(pool: pg.Pool, strayMs: number): Promise<number> {
  return unlock(
    pool,
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_by is not null and locked_at < now() - make_interval(secs => $1) and locked_by not in (select worker from job_worker)`,
    strayMs,
  );
}

/** `afterMs` becomes the statement's `$1`, in seconds. */
async function unlock(pool: pg.Pool, gone: string, afterMs: number): Promise<number> {
  const { rows } = await pool.query<{ workers: number }>(
    `with gone as (${gone}), names as (select array_agg(worker) as workers, count(*)::int as n from gone)
     select n as workers, graphile_worker.force_unlock_workers(workers) from names where n > 0`,
    [afterMs / 1_000],
  );
  return rows[0]?.workers ?? 0;
}

/** Workers poll; a job that becomes due without being added wakes no worker, a notification does. */
export async function wakeWorkers(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query("select pg_notify('jobs:insert', '{\"count\": 100}')");
}
