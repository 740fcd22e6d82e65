import type pg from 'pg';

/**
 * A worker that has not been heard of for `deadMs` has lost its jobs: they are free again some 20 s after a kill. One
 * that never said anything may be of a release before the heartbeat, and alive: its jobs are its own for `strayMs`, as
 * long as the longest may take. Such are looked for every `lookMs`.
 */
export const heartbeat = { everyMs: 4_000, deadMs: 12_000, strayMs: 10 * 60_000, lookMs: 10 * 60_000 };

export interface Heartbeat {
  /** Ends the beating. `left`: jobs of this worker are still locked and go back to the queue. */
  stop(left: boolean): Promise<void>;
}

/**
 * Says every few seconds that this worker lives, and frees the jobs of those that do not. Everything is judged by the
 * database's clock. A frozen worker that wakes up later finds its job done by somebody else, as any job may be that
 * runs at least once.
 */
export async function startHeartbeat(
  pool: pg.Pool,
  worker: string,
  onError: (error: unknown) => void,
  pace = heartbeat,
): Promise<Heartbeat> {
  let since: Date | null = null;
  let lookedAt = 0;
  let under: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const now = await sayAlive(pool, worker);
    since ??= now;
    // After a time without a database everybody looks dead; the others get as long as we had to say that they are not.
    if (now.getTime() - since.getTime() < pace.deadMs) return;
    let freed = await freeJobsOfDead(pool, pace.deadMs);
    if (now.getTime() - lookedAt >= pace.lookMs) {
      // Killed before its first beat: the whole queue is looked through for such, so seldom.
      freed += await freeStrays(pool, pace.strayMs);
      lookedAt = now.getTime();
    }
    if (freed > 0) await wakeWorkers(pool);
  }

  const turn = () => {
    under = beat().catch((error: unknown) => {
      since = null;
      onError(error);
    });
    return under;
  };
  await turn();
  const timer = setInterval(() => void under.then(turn), pace.everyMs);
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
 * Forgetting a worker and freeing its jobs is one statement: nobody else would look for them again. Answers how many
 * workers that were.
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

/** `afterMs` is the statement's `$1`, in seconds there. */
async function unlock(pool: pg.Pool, gone: string, afterMs: number): Promise<number> {
  const { rows } = await pool.query<{ workers: number }>(
    `with gone as (${gone}), names as (select array_agg(worker) as workers, count(*)::int as n from gone)
     select n as workers, graphile_worker.force_unlock_workers(workers) from names where n > 0`,
    [afterMs / 1_000],
  );
  return rows[0]?.workers ?? 0;
}

/** The workers poll; a job that becomes due without being added wakes nobody by itself, a notification does. */
export async function wakeWorkers(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query("select pg_notify('jobs:insert', '{\"count\": 100}')");
}
