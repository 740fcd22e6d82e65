import { expect, test } from 'vitest';
import { passTime, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { reviewedMarket } from '../reviews.testing.ts';
import { listToWrite } from './to-write.server.ts';

const { at, person, bought, write, page } = reviewedMarket();

test('one’s own reviews are a place of the dashboard: what is still to write, and what others wrote', async () => {
  const [seller, buyer] = [await person(), await person()];
  const empty = await page('/dashboard/reviews', seller);
  for (const words of ['No orders to review', 'No reviews yet'])
    expect([words, empty.includes(words)]).toEqual([words, true]);
  const unsent = await bought(seller, buyer, 'paid');
  const order = await bought(seller, buyer);
  const asks = async (as: TestMember, id: string) =>
    (await page('/dashboard/reviews', as)).includes(`/orders/${id}#reviews`);
  expect([await asks(seller, order), await asks(buyer, order), await asks(buyer, unsent)]).toEqual([true, true, false]);
  await write(buyer, order, { rating: 4, text: 'Neatly packed.' });
  expect([await asks(seller, order), await asks(buyer, order)]).toEqual([true, false]);
  expect(await page('/dashboard/reviews', seller)).not.toContain('Neatly packed.');
  await write(seller, order, { rating: 5 });
  expect([await asks(seller, order), (await page('/dashboard/reviews', seller)).includes('Neatly packed.')]).toEqual([
    false,
    true,
  ]);
  // Too late is nothing to write any more.
  const late = await bought(seller, buyer);
  await passTime(at.market, 61 * dayMs);
  expect(await asks(await signInAgain(at.market, buyer), late)).toBe(false);
});

const prompts = async ({ id }: TestMember) => {
  const { db, clock } = at.market.platform;
  return (await listToWrite(db, id, clock.now())).map(({ orderId }) => orderId);
};

test('an order that was refunded after delivery can still be reviewed, and is listed', async () => {
  const [seller, buyer] = [await person(), await person()];
  const refunded = await bought(seller, buyer);
  const give = { as: seller, body: { reason: 'It came broken.' } };
  expect((await at.market.request('POST', `/api/orders/${refunded}/refund`, give)).status).toBe(200);
  await passTime(at.market);
  const { body: order } = await at.market.request('GET', `/api/orders/${refunded}`, { as: buyer });
  expect([order.status, await prompts(seller), await prompts(buyer)]).toEqual(['refunded', [refunded], [refunded]]);
  expect((await write(seller, refunded, { rating: 3 })).status).toBe(201);
  expect(await prompts(seller)).toEqual([]);
});

test('what is still to write is found behind sixty later orders that are reviewed', async () => {
  const [seller, buyer] = [await person(), await person()];
  const open = await bought(seller, buyer);
  const pool = at.market.platform.pool;
  const copy = (table: string, extra: string) =>
    pool.query(
      `insert into ${table} overriding user value select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${extra})).* from ${table} t, generate_series(1, 60) n where ${table === 'orders' ? 'id' : 'order_id'} = $1`,
      [open],
    );
  await copy('orders', `jsonb_build_object('id', 'more' || n, 'created_at', t.created_at + n * interval '1 second')`);
  await pool.query(
    `insert into order_history (order_id, status, at, by) select 'more' || n, h.status, h.at, h.by from order_history h, generate_series(1, 60) n where order_id = $1`,
    [open],
  );
  await copy('order_item', `jsonb_build_object('order_id', 'more' || n)`);
  await pool.query(
    `insert into review (id, order_id, author_id, member_id, rating, shows_at, created_at, updated_at)
      select id, id, seller_id, buyer_id, 5, created_at, created_at, created_at from orders where id like 'more%'`,
  );
  expect([await prompts(seller), (await prompts(buyer)).length]).toEqual([[open], 50]);
});
