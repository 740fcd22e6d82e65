import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { sweepEvents } from '#platform/payments/sweep-events.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { sweepIdentity } from '../identity/sessions/sessions.server.ts';
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

test('a sweep deletes the rows of its condition, at most 5,000 in a statement', async () => {
  await pool.query("insert into limit_counter select 'k' || n, 1, n from generate_series(1, $1::int) n", [
    2 * sweepBatch + 10,
  ]);
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

test('Stripe events are stored for sixty days, twice as long as Stripe lists them', async () => {
  const at = (days: number) => new Date(Date.now() - days * dayMs);
  await pool.query(
    "insert into stripe_event (id, type, created_at, received_at, via) values ('evt_old', 't', $1, now(), 'webhook'), ('evt_kept', 't', $2, $1, 'webhook')",
    [at(61), at(59)],
  );
  await sweepEvents({ pool, clock: systemClock });
  expect((await pool.query('select id from stripe_event')).rows).toEqual([{ id: 'evt_kept' }]);
});

test('expired sessions, verifications and unconfirmed second factors are deleted, revoked tokens after an hour; valid ones stay', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const both = [ago(minuteMs), ago(-minuteMs)];
  await pool.query(
    "insert into auth_user (id, name, email, email_verified, created_at, updated_at) select u, u, u || '@example.test', true, now(), now() from unnest(array['m', '0', '1', '2']) u",
  );
  for (const [n, expires] of both.entries()) {
    await pool.query(
      "insert into auth_session (id, user_id, token, expires_at, created_at, updated_at) values ($1, 'm', $1, $2, now(), now())",
      [n, expires],
    );
    await pool.query(
      "insert into auth_verification (id, identifier, value, expires_at, created_at, updated_at) values ($1, 'i', 'v', $2, now(), now())",
      [n, expires],
    );
    await pool.query(
      "insert into auth_second_step (token_hash, user_id, created_at, expires_at) values ($1, 'm', now(), $2)",
      [n, expires],
    );
  }
  const revoked = [hourMs + minuteMs, hourMs - minuteMs];
  for (const [n, ms] of revoked.entries())
    await pool.query("insert into auth_revocation values ($1, 'm', $2)", [n, ago(ms)]);
  const factors: [id: string, at: Date, confirmed: Date | null][] = [
    ['0', ago(25 * hourMs), null],
    ['1', ago(23 * hourMs), null],
    ['2', ago(25 * hourMs), ago(hourMs)],
  ];
  for (const row of factors)
    await pool.query(
      "insert into auth_second_factor (user_id, secret, created_at, confirmed_at) values ($1, 's', $2, $3)",
      row,
    );
  await sweepIdentity({ pool, clock: systemClock });
  const left = async (table: string, key: string) =>
    (await pool.query<{ id: string }>(`select ${key} as id from ${table} order by 1`)).rows.map(({ id }) => id);
  expect({
    sessions: await left('auth_session', 'id'),
    verifications: await left('auth_verification', 'id'),
    steps: await left('auth_second_step', 'token_hash'),
    revocations: await left('auth_revocation', 'session_id'),
    factors: await left('auth_second_factor', 'user_id'),
  }).toEqual({ sessions: ['1'], verifications: ['1'], steps: ['1'], revocations: ['1'], factors: ['1', '2'] });
});
