import { setImmediate as tick } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import * as z from 'zod';
import { systemClock } from '#platform/clock/clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { defineJob } from './jobs.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
let db: Database;
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
});
afterEach(() => {
  vi.restoreAllMocks();
  logged.length = 0;
});
afterAll(async () => {
  await database.drop();
});

function open(): Platform {
  const silent = createLog('silent');
  db = openDatabase(database.url, silent, 12);
  const receive = (sentence: string) => void logged.push(sentence);
  const log: Log = { ...silent, error: receive, warn: receive };
  return { db: db.db, pool: db.pool, clock: systemClock, log } as unknown as Platform;
}

/** From now on the pool gets its connections from this function; also for its `query`, which passes a callback. */
function dial(answer: () => Promise<pg.PoolClient>) {
  return vi.spyOn(db.pool, 'connect').mockImplementation(((
    callback?: (error: unknown, client?: pg.PoolClient) => void,
  ) => {
    if (!callback) return answer();
    answer().then((client) => callback(undefined, client), callback);
  }) as never);
}
const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const addJob = async (task: string) => void (await db.pool.query('select graphile_worker.add_job($1)', [task]));
/** The jobs of this task that are left in the queue. */
const left = async (task: string) =>
  (await db.pool.query('select locked_by from graphile_worker.jobs where task_identifier = $1', [task])).rowCount;

test.each([
  'done',
  'failed',
])('a job whose end cannot be written, %s: the process goes on, another worker starts, and the job runs again', async (how) => {
  const platform = open();
  let runs = 0;
  let away: { mockRestore(): void } | null = null;
  const task = `without-a-database-${how}`;
  const worker = await startWorker(
    platform,
    {
      [task]: async () => {
        if (++runs > 1) return;
        away = dial(() => Promise.reject(refused()));
        if (how === 'failed') throw new Error('not today');
      },
    },
    [],
  );
  await addJob(task);
  await expect
    .poll(() => logged, { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(how === 'failed' ? /^Failed to fail jobs/ : /^Failed to complete jobs/));
  (away as { mockRestore(): void } | null)?.mockRestore();
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => left(task), { timeout: 20_000 }).toBe(0);
  await worker.close();
  await db.close();
}, 60_000);

test('an urgent job runs before a backlog of others that have waited longer', async () => {
  const platform = { ...open(), bus: new Bus(), reactions: new Map() } as unknown as Platform;
  const [ordinary, urgent] = [defineJob('mail', z.object({})), defineJob('money', z.object({}), { isUrgent: true })];
  for (let n = 0; n < 3; n++)
    await write(platform, async (tx) => Array.from({ length: 8 }, () => tx.enqueue(ordinary, {})));
  await write(platform, async (tx) => tx.enqueue(urgent, {}));
  const ran: string[] = [];
  const worker = await startWorker(
    platform,
    { mail: async () => void ran.push('mail'), money: async () => void ran.push('money') },
    [],
  );
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(25);
  // Four start at once.
  expect(ran.indexOf('money')).toBeLessThan(4);
  await worker.close();
  await db.close();
}, 60_000);

test('a worker that is stopped while it restarts leaks no connection', async () => {
  const platform = open();
  let isHeld = false;
  let isLost = false;
  const worker = await startWorker(
    platform,
    {
      lost: async () => {
        if (!isLost) dial(() => Promise.reject(refused()));
        isLost = true;
      },
    },
    [],
  );
  await addJob('lost');
  await expect.poll(() => logged, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^Runner stopping/));
  vi.restoreAllMocks();
  // The second worker takes connections from the pool for its startup statements; everything else calls `query` of the
  // pool.
  const { promise: mayStart, resolve: letStart } = Promise.withResolvers<void>();
  const connect = db.pool.connect.bind(db.pool);
  vi.spyOn(db.pool, 'connect').mockImplementation((async (callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback);
    isHeld = true;
    await mayStart;
    return connect();
  }) as never);
  const queries = vi.spyOn(db.pool, 'query');
  await expect.poll(() => isHeld, { timeout: 20_000 }).toBe(true);
  const closed = worker.close();
  await tick();
  letStart();
  await closed;
  await expect
    .poll(() => queries.mock.calls.map(([sql]) => String(sql)), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^insert into job_worker/));
  // Resolves only when every connection was released.
  await db.close();
}, 60_000);

test('a job that was locked as the connection was lost runs after the worker has reconnected', async () => {
  const platform = open();
  const ran = Promise.withResolvers<void>();
  const worker = await startWorker(platform, { 'lost-with-its-connection': async () => ran.resolve() }, []);
  try {
    const { rows } = await db.pool.query<{ worker: string }>('select worker from job_worker');
    await db.pool.query(
      `select graphile_worker.add_job('lost-with-its-connection', run_at := now() + interval '1 day')`,
    );
    // The database locked the job for this worker, and its answer was lost.
    await db.pool.query('update graphile_worker._private_jobs set run_at = now(), locked_by = $1, locked_at = now()', [
      rows[0]?.worker,
    ]);
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    await ran.promise;
  } finally {
    await worker.close();
    await db.close();
  }
});
