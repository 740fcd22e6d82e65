import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { Bus } from '../outbox/bus.ts';
import { countTroubles, recentTroubles } from './look.ts';
import type { Trouble } from './trouble.ts';

const log = createLog('silent');
let database: TestDatabase;
let opened: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  opened = openDatabase(database.url, log, 4);
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

const trouble = (name: string, count: Trouble['count']): Trouble => ({
  name,
  severity: 'soon',
  sentence: '',
  advice: { sentence: '' },
  count,
});
const platformWith = (...troubles: Trouble[]) => ({
  ...opened,
  clock: { now: () => new Date(), offsetMs: () => 0 },
  log,
  bus: new Bus(),
  troubles,
});

test('a count that takes too long is cancelled on the server, its connection is released, and the next count runs', async () => {
  const slow = trouble('slow', async (db) => (await db.execute(sql`select pg_sleep(30)`)).rows.length);
  const quick = trouble('quick', async (db) => (await db.execute<{ n: number }>(sql`select 7 as n`)).rows[0]?.n ?? 0);
  const wrong = trouble('wrong', async (db) => (await db.execute(sql`select nothing`)).rows.length);
  const seen = await countTroubles(platformWith(wrong, slow, quick));
  expect(seen.map(({ trouble: { name }, count }) => [name, count])).toEqual([
    ['wrong', null],
    ['slow', null],
    ['quick', 7],
  ]);
  expect([opened.pool.totalCount, opened.pool.idleCount]).toEqual([1, 1]);
  const { rows } = await opened.pool.query(
    "select current_setting('statement_timeout') as limit, now() = statement_timestamp() as outside",
  );
  expect(rows).toEqual([{ limit: '15s', outside: true }]);
  expect(
    (
      await opened.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(30)'",
      )
    ).rows,
  ).toEqual([]);
});

test('only one check runs at a time, however long it takes, and the next starts ten seconds after its end', async () => {
  const clock = vi.spyOn(performance, 'now');
  const at = (seconds: number) => clock.mockReturnValue(seconds * 1_000);
  try {
    let runs = 0;
    let finish = (_count: number) => {};
    const platform = platformWith(
      trouble('held', () => {
        runs++;
        return new Promise<number>((done) => {
          finish = done;
        });
      }),
    );
    at(0);
    const first = recentTroubles(platform);
    await expect.poll(() => runs).toBe(1);
    at(60);
    const second = recentTroubles(platform);
    finish(3);
    expect(await second).toBe(await first);
    at(69);
    expect(await recentTroubles(platform)).toBe(await first);
    expect(runs).toBe(1);
    at(71);
    const third = recentTroubles(platform);
    await expect.poll(() => runs).toBe(2);
    finish(4);
    expect((await third)[0]?.count).toBe(4);
  } finally {
    clock.mockRestore();
  }
});
