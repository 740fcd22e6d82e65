import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { watchStatements } from '../../../../tests/performance/budgets.testing.ts';
import { rowsRead } from '../../../../tests/performance/page-costs.testing.ts';

let market: TestMarket;
let mara: TestMember;
const watch = watchStatements();

beforeAll(async () => {
  market = await startTestMarket();
  mara = await market.signUp('mara_reads');
}, 120_000);
afterAll(async () => {
  await market?.close();
  watch.end();
});

/** Threads in which mara has an unread message that her devices have received. */
async function fillReceived(threads: number): Promise<void> {
  const { pool } = market.platform;
  await pool.query(
    `insert into thread (id, subject_kind, subject_id, first_id, second_id, last_place, created_at)
     select 't' || n, 'listing', 'l' || n, least($1, 'o' || n), greatest($1, 'o' || n), 1, now() from generate_series(1, $2::int) n`,
    [mara.id, threads],
  );
  await pool.query(
    `insert into thread_message (id, thread_id, place, sender_id, text, created_at) select 'm' || n, 't' || n, 1, 'o' || n, 'Hm?', now() from generate_series(1, $1::int) n`,
    [threads],
  );
  await pool.query(
    `insert into thread_side (thread_id, member_id, other_id, last_at, last_message_id, unread, delivered_place)
     select 't' || n, $1, 'o' || n, now(), 'm' || n, 1, 1 from generate_series(1, $2::int) n`,
    [mara.id, threads],
  );
  await pool.query('analyze thread, thread_message, thread_side');
}

test('requesting the counters reads only the rows with undelivered messages, however many are unread', async () => {
  await fillReceived(3_000);
  await market.request('GET', '/api/counters', { as: mara });
  const queries = watch.of('GET /api/counters').filter(({ text }) => /^select 1 as n\s+from thread_side/.test(text));
  expect(queries).toHaveLength(1);
  expect((await rowsRead(market.platform.pool, queries)).rows).toBeLessThan(10);
});

test('a message that arrives while an earlier one is marked as delivered is delivered by the next request', async () => {
  const { pool } = market.platform;
  const placeOf = async () =>
    (await pool.query<{ place: number }>("select delivered_place as place from thread_side where thread_id = 't1'"))
      .rows[0]?.place;
  await pool.query("update thread_side set is_unheard = true, delivered_place = 0 where thread_id = 't1'");
  const line = await pool.connect();
  try {
    await line.query('begin');
    await line.query("update thread set last_place = 2 where id = 't1'");
    await line.query("update thread_side set is_unheard = true, unread = 2 where thread_id = 't1'");
    const asking = market.request('GET', '/api/counters', { as: mara });
    const isWaiting = async () =>
      (
        await pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows.length > 0;
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    await line.query('commit');
    await asking;
  } finally {
    line.release();
  }
  await market.request('GET', '/api/counters', { as: mara });
  expect(await placeOf()).toBe(2);
});
