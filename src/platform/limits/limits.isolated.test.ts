import { sql } from 'drizzle-orm';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { isRefusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import { hasRedis, needsRedis, type RedisServer, startRedis } from '#testing/servers/redis.ts';
import { createTestDatabase } from '#testing/servers/test-database.ts';
import { MovableClock } from '../clock/clock.ts';
import { type Database, type Db, openDatabase } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { openLimits } from './limits.server.ts';
import { defineLimits, type Limits } from './limits.ts';
import { sweepLimits } from './postgres-counters.ts';
import { openRedis } from './redis-counters.ts';

const common = {
  counts: 'tries',
  per: 'person',
  points: 10,
  windowMs: 15 * minuteMs,
  sentence: 'Too many. Come back later.',
} as const;
const table = defineLimits('test', {
  wayIn: { ...common, code: 'too_many_attempts', guards: 'entry' },
  heavyCall: { ...common, guards: 'load' },
});

const clock = new MovableClock();
let databases: Database[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase(inject('databaseServer'));
  databases = [1, 2].map(() => openDatabase(made.url, createLog('silent'), 4));
  drop = made.drop;
}, 60_000);
afterAll(async () => {
  for (const { close } of databases ?? []) await close();
  await drop?.();
});

/** Two processes: separate connections, one secret. */
const processes = (redis: (n: number) => Redis | null = () => null) =>
  databases.map(({ db }, n) =>
    openLimits({ db, clock, redis: redis(n), secret: 'one secret for all', security: { note: () => {} } }),
  );
const keysInDatabase = async () => {
  const { rows } = await first(databases).pool.query<{ key: string; points: number }>(
    'select key, points from limit_counter order by key',
  );
  return rows;
};
const first = <T>(all: T[]): T => all[0] as T;
const at = (all: Limits[], n: number): Limits => all[n % 2] as Limits;
/** `once` of node:events would reject at each failed connection attempt. */
const received = (client: Redis, what: 'ready' | 'close') =>
  new Promise<void>((resolve) => void client.once(what, () => resolve()));
let subjects = 0;
const newSubject = () => `person ${++subjects}`;

test('a `load` limit is counted without waiting for the disk; an `entry` limit waits, and so does any limit in a transaction', async () => {
  const [{ db, pool }, limits] = [first(databases), first(processes())];
  // Compares with the server's own setting.
  const changed = `select count(*)::int as n from pg_settings where name = 'synchronous_commit' and source = 'session'`;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await limits.take(table.heavyCall, newSubject());
  await limits.take(table.wayIn, newSubject());
  await db.transaction(async (tx) => {
    await limits.take(table.heavyCall, newSubject(), tx as unknown as Db);
    expect((await tx.execute(sql.raw(changed))).rows).toEqual([{ n: 0 }]);
  });
  const counts = queries.mock.calls
    .map(([one]) => one as unknown as { name?: string; text: string })
    .filter(({ name }) => name?.startsWith('limits-'));
  queries.mockRestore();
  expect(counts.map(({ text }) => text.includes(`set_config('synchronous_commit', 'off', true)`))).toEqual([
    true,
    false,
    false,
  ]);
  // The setting ends with the statement: later statements on the connection wait as always.
  const lines = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  for (const line of lines) {
    expect((await line.query(changed)).rows).toEqual([{ n: 0 }]);
    line.release();
  }
});

function sameInEveryStore(limit: keyof typeof table, made: () => Limits[]) {
  test('a hundred concurrent attempts through two processes admit as many as the limit says, and the others get Retry-After', async () => {
    const [all, subject, other] = [made(), newSubject(), newSubject()];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => at(all, n).take(table[limit], subject)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(answers.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
    for (const { retryAfterSeconds } of answers) expect(retryAfterSeconds).toBeGreaterThan(14 * 60);
    for (const { retryAfterSeconds } of answers) expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    expect((await at(all, 0).take(table[limit], other)).count).toBe(1);
  });

  test("a window ends by the app's clock, and a new one starts", async () => {
    const [all, subject] = [made(), newSubject()];
    for (let n = 0; n < 11; n++) await at(all, n).take(table[limit], subject);
    clock.advance(10 * minuteMs);
    const late = await at(all, 0).take(table[limit], subject);
    expect(late).toMatchObject({ allowed: false, count: 12 });
    expect(late.retryAfterSeconds).toBeLessThanOrEqual(5 * 60);
    clock.advance(5 * minuteMs);
    expect(await at(all, 1).take(table[limit], subject)).toMatchObject({ allowed: true, count: 1 });
  });

  test('points that one process releases or resets are free in the other', async () => {
    const [all, subject] = [made(), newSubject()];
    for (let n = 0; n < 10; n++) await at(all, 0).count(table[limit], subject);
    const refusal = await at(all, 1)
      .count(table[limit], subject)
      .catch((error: unknown) => error);
    if (!isRefusal(refusal)) throw refusal;
    expect(refusal).toMatchObject({ status: 429, code: table[limit].code, message: 'Too many. Come back later.' });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    await at(all, 1).releasePoint(table[limit], subject);
    await at(all, 1).releasePoint(table[limit], subject);
    expect((await at(all, 0).take(table[limit], subject)).allowed).toBe(true);
    await at(all, 0).forget(table[limit], subject);
    expect((await at(all, 1).take(table[limit], subject)).count).toBe(1);
  });

  test('an act on several limits counts on each or, when refused by one, on that one alone', async () => {
    const [all, person, place] = [made(), newSubject(), newSubject()];
    const wide = { ...table[limit], name: `${table[limit].name}-wide`, points: 15 };
    const act = (n: number) =>
      at(all, n).countAll([
        [wide, place],
        [table[limit], person],
      ]);
    const counts = async () => [
      (await at(all, 1).take(wide, place)).count,
      (await at(all, 0).take(table[limit], person)).count,
    ];
    const acts = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => act(n)));
    expect(acts.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    // Ten admitted ones, and this read.
    expect(await counts()).toEqual([11, 13]);
    const other = newSubject();
    const releasePoints = await at(all, 0).countAll([
      [wide, place],
      [table[limit], other],
    ]);
    await releasePoints();
    expect([(await at(all, 1).take(wide, place)).count, (await at(all, 0).take(table[limit], other)).count]).toEqual([
      12, 1,
    ]);
  });
}

describe('in PostgreSQL', () => {
  sameInEveryStore('wayIn', () => processes());

  test('a limit that is counted in a transaction is rolled back with it', async () => {
    const [all, subject] = [processes(), newSubject()];
    const undone = first(databases).db.transaction(async (tx) => {
      expect((await at(all, 0).take(table.wayIn, subject, tx as never)).count).toBe(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await at(all, 1).take(table.wayIn, subject)).count).toBe(1);
  });

  test('no row reveals its subject, and expired rows are swept', async () => {
    await at(processes(), 0).take(table.wayIn, 'ada@example.test');
    const rows = await keysInDatabase();
    // A key is random characters without `@`.
    expect(JSON.stringify(rows)).not.toContain('ada@');
    expect(rows.every(({ key }) => /^test\.[a-z-]+:[\w-]{27}$/.test(key))).toBe(true);
    clock.advance(15 * minuteMs + 1_000);
    await sweepLimits({ pool: first(databases).pool, clock });
    expect(await keysInDatabase()).toEqual([]);
  });
});

describe.skipIf(!hasRedis)(`in Redis (${needsRedis})`, () => {
  let server: RedisServer;
  let clients: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
    clients = await Promise.all([1, 2].map(() => openRedis(server.url, createLog('silent'))));
    await Promise.all(clients.map((client) => received(client, 'ready')));
  }, 30_000);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server?.kill();
  });
  const withRedis = () => processes((n) => clients[n] ?? null);

  sameInEveryStore('heavyCall', withRedis);

  test('an emptied or unavailable Redis resets no `entry` limit; `load` limits are counted in the database meanwhile', async () => {
    const [all, subject] = [withRedis(), newSubject()];
    for (let n = 0; n < 10; n++) {
      await at(all, n).count(table.wayIn, subject);
      await at(all, n).count(table.heavyCall, subject);
    }
    expect((await keysInDatabase()).some(({ key }) => key.startsWith('test.heavy-call'))).toBe(false);
    await first(clients).flushall();
    await expect(at(all, 0).count(table.wayIn, subject)).rejects.toThrow('Too many');

    const gone = clients.map((client) => received(client, 'close'));
    await server.kill();
    await Promise.all(gone);
    await expect(at(all, 1).count(table.wayIn, subject)).rejects.toThrow('Too many');
    const away = await Promise.all(Array.from({ length: 20 }, (_, n) => at(all, n).take(table.heavyCall, subject)));
    expect(away.filter(({ allowed }) => allowed)).toHaveLength(10);

    const back = clients.map((client) => received(client, 'ready'));
    await server.start();
    await Promise.all(back);
    expect((await at(all, 0).take(table.heavyCall, subject)).count).toBe(1);
  }, 30_000);
});
