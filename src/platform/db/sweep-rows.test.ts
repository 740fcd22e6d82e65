import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { sweepEvents } from '#platform/payments/sweep-events.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { sweepBatch, sweepRows } from './sweep-rows.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('[M-12] a sweep deletes what its condition finds, 5,000 rows a statement at most', async () => {
  await pool.query("insert into limit_counter select 'k' || n, 1, n from generate_series(1, $1::int) n", [2 * sweepBatch + 10]);
  const counts: (number | null)[] = [];
  const counting = {
    query: async (text: string, values: unknown[]) => {
      const answer = await pool.query(text, values);
      counts.push(answer.rowCount);
      return answer;
    },
  } as unknown as pg.Pool;
  expect(await sweepRows(counting, 'limit_counter', 'expire <= $1', [2 * sweepBatch + 3])).toBe(2 * sweepBatch + 3);
  expect(counts).toEqual([sweepBatch, sweepBatch, 3]);
  expect((await pool.query('select min(expire)::int as first, count(*)::int as n from limit_counter')).rows).toEqual([
    { first: 2 * sweepBatch + 4, n: 7 },
  ]);
});

test('[M-12] Stripe’s events are remembered for sixty days, twice as long as Stripe lists them', async () => {
  const at = (days: number) => new Date(Date.now() - days * dayMs);
  await pool.query(
    "insert into stripe_event (id, type, created_at, received_at, via) values ('evt_old', 't', $1, now(), 'webhook'), ('evt_kept', 't', $2, $1, 'webhook')",
    [at(61), at(59)],
  );
  await sweepEvents({ pool, clock: systemClock });
  expect((await pool.query('select id from stripe_event')).rows).toEqual([{ id: 'evt_kept' }]);
});
