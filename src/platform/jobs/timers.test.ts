import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import { moveSharedClock } from '#platform/clock/shared-clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { platformTroubles } from '#platform/troubles/platform.troubles.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { defineJob, gatheredSchema } from './jobs.ts';
import { handOverTimers } from './timers.ts';
import { advanceClock, settleJobs, startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let db: Database;
let platform: Platform;
let worker: Worker;
let ran: unknown[] = [];
let fails: string[] = [];
/** How far the worker's clock is behind the clock of the process that hands over timers. */
let behindMs = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  const log = createLog('silent');
  db = openDatabase(database.url, log, 12);
  const pubsub = { others: () => [], publish: () => {}, subscribe: () => () => {} };
  const clock = new MovableClock();
  platform = {
    db: db.db,
    pool: db.pool,
    bus: new Bus(),
    clock,
    pubsub,
    log,
    reactions: new Map(),
  } as unknown as Platform;
  const late = { now: () => new Date(clock.now().getTime() - behindMs), offsetMs: () => clock.offsetMs() };
  worker = await startWorker(
    { ...platform, clock: late },
    {
      'thing.end': async (_platform, payload) => {
        ran.push(payload);
        if (fails.shift()) throw new Error('not today');
      },
      'thing.look': async (_platform, payload) => void ran.push(payload),
    },
    [],
  );
});
afterAll(async () => {
  await worker.close();
  await db.close();
  await database.drop();
});
beforeEach(() => {
  ran = [];
  fails = [];
  behindMs = 0;
});

const endJob = defineJob('thing.end', z.object({ id: z.string() }));
const hourMs = 3_600_000;
const inAnHour = () => new Date(platform.clock.now().getTime() + hourMs);
const set = (id: string, runAt?: Date, key?: string) =>
  write(platform, async (tx) => tx.enqueue(endJob, { id }, { runAt, key }));
const asRow = "select xmin || ' ' || (payload ->> 'id') as row from job_timer";
const waiting = async () => (await db.pool.query<{ row: string }>(`${asRow} order by id`)).rows;
const until = (ids: string[]) => expect.poll(() => ran, { timeout: 20_000 }).toEqual(ids.map((id) => ({ id })));

test('a timer runs at its time and not before, and moving the clock writes only timers that became due', async () => {
  await set('soon', inAnHour());
  await set('later', new Date(inAnHour().getTime() + hourMs));
  const [, later] = await waiting();
  await advanceClock(platform, hourMs / 2);
  expect(ran).toEqual([]);
  await advanceClock(platform, hourMs / 2);
  expect(ran).toEqual([{ id: 'soon' }]);
  expect(await waiting()).toEqual([later]);
  await advanceClock(platform, hourMs);
  expect(ran).toEqual([{ id: 'soon' }, { id: 'later' }]);
});

test('a timer that no worker takes for five minutes is a trouble', async () => {
  const overdue = platformTroubles.find(({ name }) => name === 'timers.overdue');
  await set('nobody', inAnHour());
  const after = (minutes: number) =>
    overdue?.count(platform.db, new Date(platform.clock.now().getTime() + hourMs + minutes * 60_000));
  expect([await after(4), await after(6)]).toEqual([0, 1]);
  await advanceClock(platform, hourMs);
});

test('setting a timer sends no notification, since transactions that notify commit one after the other', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  await listener.query('listen "jobs:insert"');
  const received = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)));
  await set('quiet', inAnHour(), 'quiet');
  await db.pool.query(`select pg_notify('jobs:insert', '{"count":77}')`);
  expect(await received).toBe('{"count":77}');
  await listener.end();
  await advanceClock(platform, hourMs);
});

test('a key has one timer: the last one counts, also within a write, and an immediate job replaces it', async () => {
  await set('first', inAnHour(), 'k');
  await write(platform, async (tx) => {
    tx.enqueue(endJob, { id: 'second' }, { runAt: inAnHour(), key: 'k' });
    tx.enqueue(endJob, { id: 'third' }, { runAt: inAnHour(), key: 'k' });
    tx.enqueue(endJob, { id: 'other' }, { runAt: inAnHour(), key: 'o' });
  });
  await set('now', undefined, 'o');
  await until(['now']);
  await advanceClock(platform, hourMs);
  expect(ran).toEqual([{ id: 'now' }, { id: 'third' }]);
});

test('several workers hand over each timer once, however many are due', async () => {
  const ids = Array.from({ length: 600 }, (_, n) => `n${n}`);
  await write(platform, async (tx) => {
    for (const id of ids) tx.enqueue(endJob, { id }, { runAt: inAnHour() });
  });
  await moveSharedClock(platform.clock as MovableClock, platform.pool, platform.pubsub, hourMs);
  // The worker hands over timers at the same time.
  await Promise.all(Array.from({ length: 4 }, () => handOverTimers(platform)));
  await settleJobs(platform);
  expect(ran).toHaveLength(ids.length);
  expect(new Set(ran.map((each) => (each as { id: string }).id))).toEqual(new Set(ids));
});

test('batch jobs that are due together become jobs of at most fifty ids; other timers stay single jobs', async () => {
  const lookJob = defineJob('thing.look', gatheredSchema);
  const things = Array.from({ length: 120 }, (_, n) => `t${n}`);
  await write(platform, async (tx) => {
    for (const thing of [...things, 't0']) tx.enqueue(lookJob, { gathered: [thing] }, { runAt: platform.clock.now() });
    for (const id of ['one', 'two']) tx.enqueue(endJob, { id }, { runAt: platform.clock.now() });
  });
  await handOverTimers(platform);
  await settleJobs(platform);
  const handled = ran.flatMap((each) => (each as { gathered?: string[] }).gathered ?? []);
  expect(ran).toHaveLength(3 + 2);
  expect(handled).toHaveLength(121);
  expect(new Set(handled)).toEqual(new Set(things));
});

test('no batch job has more than fifty ids when batches were returned by a worker whose clock was behind', async () => {
  const lookJob = defineJob('thing.look', gatheredSchema);
  const things = Array.from({ length: 120 }, (_, n) => `b${n}`);
  await write(platform, async (tx) => {
    for (const gathered of slicesOf(things, 40)) tx.enqueue(lookJob, { gathered }, { runAt: platform.clock.now() });
  });
  await handOverTimers(platform);
  await settleJobs(platform);
  const handled = ran.map((each) => (each as { gathered: string[] }).gathered);
  expect(handled.flat().sort()).toEqual([...things].sort());
  expect(Math.max(...handled.map(({ length }) => length))).toBe(50);
});

test('a timer that is handed over early by a process whose clock is ahead is returned, and runs once', async () => {
  behindMs = hourMs;
  const dueAt = platform.clock.now();
  await set('early', dueAt, 'early');
  const [set1] = await waiting();
  // It was returned as another row, and the queue is empty.
  await expect
    .poll(
      async () => {
        // Once: if it were handed over again and again, it would never be at rest.
        if ((await waiting()).some(({ row }) => row === set1?.row)) await handOverTimers(platform);
        return (
          await db.pool.query<{ row: string }>(`${asRow} where not exists (select from graphile_worker.jobs)`)
        ).rows.filter(({ row }) => row !== set1?.row);
      },
      { timeout: 20_000 },
    )
    .toHaveLength(1);
  const { rows } = await db.pool.query('select due_at, key, max_attempts from job_timer');
  expect(rows).toEqual([{ due_at: dueAt, key: 'thing.end:early', max_attempts: 12 }]);
  expect(ran).toEqual([]);
  behindMs = 0;
  await until(['early']);
  await settleJobs(platform);
  expect(await waiting()).toEqual([]);
});

test('a job without a time runs at once, whatever the clocks say', async () => {
  behindMs = hourMs;
  await set('two');
  await until(['two']);
});

test('a timer that an older process left in the queue runs there, and comes nearer when the clock moves', async () => {
  await db.pool.query(
    "select graphile_worker.add_job('thing.end', payload := $1::json, run_at := now() + interval '1 hour', job_key := 'thing.end:old')",
    [JSON.stringify({ id: 'old', $dueAt: inAnHour() })],
  );
  await advanceClock(platform, hourMs + 1_000);
  expect(ran).toEqual([{ id: 'old' }]);
});

test('a failed job is retried when the clock is moved past its delay', async () => {
  fails = ['once'];
  await set('again');
  await until(['again']);
  await settleJobs(platform);
  await advanceClock(platform, hourMs);
  expect(ran).toHaveLength(2);
});
