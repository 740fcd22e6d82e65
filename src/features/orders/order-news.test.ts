import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { orderStatuses } from './order.process.ts';
import { countOrderNews } from './orders.queries.server.ts';

let made: TestDatabase;
let database: Database;
const members = ['ann', 'ben', 'cat'];

/** Ann buys of Ben and Ben of Ann, one order in each state, read by nobody, and each again, read by both. Cat has nothing to do with it. */
beforeAll(async () => {
  made = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(made.url, createLog('silent'));
  for (const id of members)
    await database.pool.query(
      `insert into auth_user (id, name, email, role, created_at, updated_at) values ($1, $1, $1 || '@example.test', 'member', now(), now())`,
      [id],
    );
  await database.pool.query(
    `insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, status_since, created_at, updated_at,
       buyer_read, seller_read)
     select status || buyer || is_read, buyer, case buyer when 'ann' then 'ben' else 'ann' end, status, 'EUR', 100, 0, 100, now(), now(), now(), now(), is_read, is_read
     from unnest($1::text[]) status, unnest(array['ann', 'ben']) buyer, unnest(array[true, false]) is_read`,
    [orderStatuses],
  );
  await database.pool.query(`update orders set seller_read = true where seller_id = 'ann'`);
});
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

const news = (isPremium: boolean) => Promise.all(members.map((id) => countOrderNews(database.db, id, isPremium)));

test('[LI-07] a premium buyer’s counter has the orders that are paid or awaiting shipping, read or not; a seller’s what is unread', async () => {
  const unread = orderStatuses.length;
  // Two each are paid or wait to be sent; Ben sells nine of which nobody has read a word.
  expect(await news(true)).toEqual([4, 4 + unread, 0]);
});

test('[UI-07] everybody else’s counter has what is unread, of one’s own orders only', async () => {
  expect(await news(false)).toEqual([orderStatuses.length, 2 * orderStatuses.length, 0]);
});
