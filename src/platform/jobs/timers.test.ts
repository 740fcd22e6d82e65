import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { MovableClock } from '#platform/clock/clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { defineJob } from './jobs.ts';
import { startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let db: Database;
let platform: Platform;
let worker: Worker;
const rang: Record<string, unknown>[] = [];
/** Behind the database's clock, as on a machine of its own. */
let behindMs = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  const log = createLog('silent');
  db = openDatabase(database.url, log, 12);
  class LateClock extends MovableClock {
    override now(): Date {
      return new Date(super.now().getTime() - behindMs);
    }
  }
  platform = { db: db.db, pool: db.pool, bus: new Bus(), clock: new LateClock(), log, reactions: new Map() } as unknown as Platform;
  worker = await startWorker(platform, { 'thing.end': async (_platform, payload) => void rang.push(payload) }, []);
});
afterAll(async () => {
  await worker.close();
  await db.close();
  await database.drop();
});

const waiting = async (key: string) => {
  const { rows } = await db.pool.query<{ away: number }>(
    'select extract(epoch from run_at - now())::float as away from graphile_worker.jobs where key is not distinct from $1 and locked_at is null',
    [key],
  );
  return rows[0]?.away ?? null;
};

const endJob = defineJob('thing.end', z.object({ id: z.string() }));

test('[B-04] a timer that rings early, by a database whose clock is ahead, goes back for what is missing, and rings once', async () => {
  behindMs = 60_000;
  const runAt = new Date();
  await write(platform, async (tx) => tx.enqueue(endJob, { id: 'one' }, { runAt, key: 'one' }));
  await expect.poll(() => waiting('thing.end:one'), { timeout: 20_000 }).toBeGreaterThan(30);
  expect(rang).toEqual([]);

  behindMs = 0;
  await db.pool.query("select graphile_worker.reschedule_jobs(array[id], run_at := now()) from graphile_worker.jobs where key = 'thing.end:one'");
  await db.pool.query("select pg_notify('jobs:insert', '{\"count\": 1}')");
  await expect.poll(() => rang, { timeout: 20_000 }).toEqual([{ id: 'one' }]);
});

test('[B-04] a job without a time runs as soon as it is there, whatever the clocks say', async () => {
  behindMs = 60_000;
  rang.length = 0;
  await write(platform, async (tx) => tx.enqueue(endJob, { id: 'two' }));
  await expect.poll(() => rang, { timeout: 20_000 }).toEqual([{ id: 'two' }]);
});
