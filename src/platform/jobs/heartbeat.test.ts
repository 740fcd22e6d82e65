import { Logger, run } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { type Heartbeat, heartbeat, startHeartbeat } from './heartbeat.ts';

const pace = { everyMs: 20, deadMs: 100, strayMs: 100, lookMs: 0 };
let database: TestDatabase;
let db: Database;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  db = openDatabase(database.url, createLog('silent'), 12);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const beating = async (worker: string, deadMs = pace.deadMs): Promise<Heartbeat> => {
  const beats = await startHeartbeat(db.pool, worker, () => {}, { ...pace, deadMs });
  ends.push(() => beats.stop(false));
  return beats;
};

/** A job that a worker has started and never ends; the worker sends no heartbeat. */
async function startJob(task: string): Promise<string> {
  let release = () => {};
  const endless = new Promise<void>((resolve) => {
    release = resolve;
  });
  const started = new Promise<void>((resolve) => {
    const hold = () => {
      resolve();
      return endless;
    };
    const options = { pgPool: db.pool, noHandleSignals: true, parsedCronItems: [], logger: new Logger(() => () => {}) };
    void run({ ...options, taskList: { [task]: hold } }).then((runner) => {
      ends.push(() => {
        release();
        return runner.stop();
      });
    });
  });
  await db.pool.query('select graphile_worker.add_job($1)', [task]);
  await started;
  return (await lockOf(task)) ?? '';
}

async function lockOf(task: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ locked_by: string | null }>(
    'select locked_by from graphile_worker.jobs where task_identifier = $1',
    [task],
  );
  return rows[0]?.locked_by ?? null;
}

test('all jobs of a dead worker are released within 30 seconds', () => {
  expect(heartbeat.deadMs + 2 * heartbeat.everyMs).toBeLessThan(30_000);
});

test("a live worker releases the job of a worker without heartbeats, and deletes the worker's row", async () => {
  const dead = await startJob('left-behind');
  await db.pool.query("insert into job_worker values ($1, now() - interval '1 minute')", [dead]);
  await beating('alive');
  await expect.poll(() => lockOf('left-behind'), { timeout: 20_000 }).toBe(null);
  const { rows } = await db.pool.query('select worker from job_worker where worker = $1', [dead]);
  expect(rows).toEqual([]);
});

test('a worker that was killed before its first heartbeat is found by the jobs that it has locked', async () => {
  await startJob('stray');
  await beating('alive');
  await expect.poll(() => lockOf('stray'), { timeout: 20_000 }).toBe(null);
});

test('the jobs of a worker of an older release without heartbeats stay locked for as long as any job may take', async () => {
  const worker = await startJob('of-the-last-release');
  await startHeartbeat(db.pool, 'new', () => {}, { ...pace, strayMs: heartbeat.strayMs }).then((beats) =>
    ends.push(() => beats.stop(false)),
  );
  // Strays are searched in the same run as dead workers.
  await db.pool.query("insert into job_worker values ('long-dead', now() - interval '1 minute')");
  const isForgotten = async () =>
    (await db.pool.query("select 1 from job_worker where worker = 'long-dead'")).rowCount === 0;
  await expect.poll(isForgotten, { timeout: 20_000 }).toBe(true);
  await db.pool.query("insert into job_worker values ('long-dead', now() - interval '1 minute')");
  await expect.poll(isForgotten, { timeout: 20_000 }).toBe(true);
  expect(await lockOf('of-the-last-release')).toBe(worker);
  await db.pool.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes' where locked_by = $1",
    [worker],
  );
  await expect.poll(() => lockOf('of-the-last-release'), { timeout: 20_000 }).toBe(null);
});

test('the jobs of a worker with heartbeats stay locked, however long they take', async () => {
  const worker = await startJob('slow');
  // A machine that pauses for a moment must not count as dead.
  await beating(worker, 2_000);
  await beating('other', 2_000);
  // Dead workers are searched repeatedly meanwhile.
  await db.pool.query("insert into job_worker values ('long-gone', now() - interval '1 minute')");
  await expect
    .poll(async () => (await db.pool.query("select 1 from job_worker where worker = 'long-gone'")).rowCount, {
      timeout: 20_000,
    })
    .toBe(0);
  expect(await lockOf('slow')).toBe(worker);
});

test('a worker that is stopped in the middle of a job returns it to the queue', async () => {
  const worker = await startJob('interrupted');
  const beats = await startHeartbeat(db.pool, worker, () => {}, pace);
  await beats.stop(true);
  expect(await lockOf('interrupted')).toBe(null);
});
