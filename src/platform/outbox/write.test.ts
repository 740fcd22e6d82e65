import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { handOverTimers } from '#platform/jobs/timers.ts';
import { createLog } from '#platform/log/log.ts';
import { withFormat } from '#platform/reader-format.server.ts';
import { defineSecurityKinds } from '#platform/security-log/security-kind.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { Bus } from './bus.ts';
import { defineEvent, type StoredEvent } from './events.ts';
import { wakes } from './reactions.ts';
import { type Writing, write } from './write.ts';

const happened = defineEvent('thing.happened', z.object({}));
const { kept } = defineSecurityKinds('thing', { kept: { says: 'It was kept', outcomes: ['done', 'failed'] } });
const job = (name: string) => defineJob(`thing.${name}`, z.object({}));
const [soon, later, keyed, woken] = [
  job('soon'),
  job('later'),
  job('keyed'),
  defineJob('thing.woken', z.object({ subject: z.string() })),
];

let database: TestDatabase;
let db: Database;
let platform: Writing;
const noted: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  db = openDatabase(database.url, createLog('silent'), 4);
  const reactions = new Map([[happened.kind, [wakes(happened, woken)]]]);
  platform = {
    db: db.db,
    bus: new Bus(),
    clock: new MovableClock(),
    reactions,
    security: { note: (_, note) => void noted.push(note) },
  };
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the change, its event and each kind of job are one transaction: a crash after any of them leaves all or none', async () => {
  const runAt = new Date(Date.now() + 3_600_000);
  const change = await write(platform, async (tx) => {
    const { rows } = await tx.db.execute<{ xid: string }>(
      sql`update outbox_relay set last_position = last_position returning pg_current_xact_id()::text as xid`,
    );
    tx.append(happened, { subject: 'one', version: 1, topics: [] });
    tx.enqueue(soon, {});
    tx.enqueue(later, {}, { runAt });
    tx.enqueue(keyed, {}, { runAt, key: 'one' });
    return rows[0]?.xid;
  });
  const { rows } = await db.pool.query(
    `select t.identifier as what, j.xmin::text as xid from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     union all select task, xmin::text from job_timer union all select kind, xmin::text from outbox_event order by 1`,
  );
  expect(rows).toEqual(
    ['thing.happened', 'thing.keyed', 'thing.later', 'thing.soon', 'thing.woken'].map((what) => ({
      what,
      xid: change,
    })),
  );
});

test('texts made in a write have the default format, since their readers are others than the sender', async () => {
  await withFormat({ numbers: 'de-DE', timeZone: 'Europe/Berlin', currency: null }, async () => {
    expect(formatNumber(1_234.5)).toBe('1.234,5');
    expect(await write(platform, async () => formatNumber(1_234.5))).toBe('1,234.5');
  });
});

test('an event whose data do not match its schema fails the write with the name of the field and stores nothing', async () => {
  const sold = defineEvent('thing.sold', z.object({ price: z.int() }));
  const wrong = { subject: 'wrong', version: 1, topics: [] };
  const appended = (data: { price: number }) =>
    write(platform, async (tx) => {
      tx.enqueue(soon, {}, { key: 'of the wrong one' });
      tx.append(sold, { ...wrong, data });
    });
  await expect(appended({ price: '500' as never })).rejects.toThrow('event thing.sold: price: ');
  await expect(appended(undefined as never)).rejects.toThrow('event thing.sold: price: ');
  // Unknown fields are dropped.
  await appended({ price: 500, more: 1 } as never);
  const { rows } = await db.pool.query("select data from outbox_event where subject = 'wrong'");
  expect(rows).toEqual([{ data: { price: 500 } }]);
});

test('a job with a time becomes a timer, even when it is due at once: its write sends no notification and waits for no other commit', async () => {
  const email = defineJob('thing.letter', z.object({}));
  const received: unknown[] = [];
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  onTestFinished(() => listener.end());
  listener.on('notification', ({ payload }) => void received.push(JSON.parse(payload ?? '{}').count));
  await listener.query('listen "jobs:insert"');
  await write(platform, async (tx) => tx.enqueue(email, {}, { runAt: platform.clock.now() }));
  const queued = async () =>
    (await db.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'thing.letter'")).rowCount;
  expect(await queued()).toBe(0);
  await write(platform, async (tx) => tx.enqueue(soon, {}));
  // Notifications arrive in the order of the commits: the first one is from the second write.
  await expect.poll(() => received).toEqual([1]);
  expect(await handOverTimers({ pool: db.pool, clock: platform.clock })).toBe(1);
  expect(await queued()).toBe(1);
});

test('a refresh event without version and data is stored once in a transaction; an event with either is stored each time', async () => {
  const said = defineEvent('thing.said', z.object({ word: z.string().optional() }));
  await write(platform, async (tx) => {
    for (const topics of [['user:a'], ['user:a'], ['user:b']]) tx.append(said, { subject: 'look', version: 0, topics });
    for (const version of [1, 1]) tx.append(said, { subject: 'look', version, topics: [] });
    for (const word of ['yes', 'yes']) tx.append(said, { subject: 'look', version: 0, topics: [], data: { word } });
  });
  const { rows } = await db.pool.query(
    "select topics, version::int, data from outbox_event where subject = 'look' order by id",
  );
  expect(rows.map(({ topics, version, data }) => [topics.join(), version, data.word])).toEqual([
    ['user:a', 0, undefined],
    ['user:b', 0, undefined],
    ...[1, 1].map((version) => ['', version, undefined]),
    ...['yes', 'yes'].map((word) => ['', 0, word]),
  ]);
});

test('listeners are notified of a write after its commit, and never of a write that failed', async () => {
  const notified: string[] = [];
  const stop = platform.bus.onCommit((events) => notified.push(...events.map(({ subject }) => subject)));
  await write(platform, async (tx) => {
    tx.append(happened, { subject: 'kept', version: 1, topics: [] });
    tx.note(kept, { outcome: 'done' });
    await tx.db.execute(sql`select 1`);
    expect([notified, noted]).toEqual([[], []]);
  });
  await expect(
    write(platform, async (tx) => {
      tx.append(happened, { subject: 'lost', version: 1, topics: [] });
      tx.note(kept, { outcome: 'failed' });
      await tx.db.execute(sql`select 1 / 0`);
    }),
  ).rejects.toThrow();
  stop();
  expect([notified, noted]).toEqual([['kept'], [{ outcome: 'done' }]]);
});

test('a listener that fails after the commit fails neither the write nor the other listeners, and receives the events again', async () => {
  const errors: unknown[] = [];
  const bus = new Bus((error) => errors.push(error));
  const calls: string[] = [];
  let works = 0;
  // A transient database error: before the commit `write` would run the work again.
  const failure = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  bus.onCommit(() => {
    throw failure;
  });
  bus.onCommit((events) => calls.push(`commit ${events[0]?.subject}`));
  bus.onPublished((_, updates) => calls.push(`news ${updates[0]?.subject}`));
  const result = await write({ ...platform, bus }, async (tx) => {
    works++;
    tx.append(happened, { subject: 'committed', version: 1, topics: [] });
    return 'done';
  });
  expect([result, works, calls, errors]).toEqual(['done', 1, ['commit committed'], [failure]]);
  const { rows } = await db.pool.query<StoredEvent>(
    "select 1 as position, kind, subject, version::int, topics, data, at from outbox_event where subject = 'committed'",
  );
  expect(rows).toHaveLength(1);
  bus.published(rows);
  expect(calls).toEqual(['commit committed', 'news committed']);
});

test('when a write sets an immediate job and a timer with one key, the later one counts', async () => {
  const [moved, hurried] = [job('moved'), job('hurried')];
  const runAt = new Date(platform.clock.now().getTime() + 3_600_000);
  await write(platform, async (tx) => {
    tx.enqueue(moved, {}, { key: 'both' });
    tx.enqueue(moved, {}, { key: 'both', runAt });
    tx.enqueue(hurried, {}, { key: 'both', runAt });
    tx.enqueue(hurried, {}, { key: 'both' });
  });
  const { rows } = await db.pool.query(
    `select 'timer' as "where", task from job_timer where key like '%:both'
     union all select 'queue', task_identifier from graphile_worker.jobs where key like '%:both' order by 1`,
  );
  expect(rows).toEqual([
    { where: 'queue', task: 'thing.hurried' },
    { where: 'timer', task: 'thing.moved' },
  ]);
});
