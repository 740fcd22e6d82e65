import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addMs, dayMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { orderTimes } from '../model/order.times.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, readOrderAs } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

test('the sweep finds holds, orders and listings whose timers were lost, says how many, and leaves what is not overdue', async () => {
  const [seller, buyer] = await Promise.all([market.signUp(), market.signUp()]);
  await makePremium(market, seller);
  const bought = async () => buyPlaced(market, buyer, await putUpForSale(market, seller));
  const paid = async () => {
    const { order, checkoutUrl } = await bought();
    await pay(checkoutUrl);
    await passTime(market);
    return order;
  };
  const [held, fresh] = [(await bought()).order, (await bought()).order];
  const [waiting, sent, stands] = [await paid(), await paid(), await paid()];
  await market.request('POST', `/api/orders/${sent.id}/ship`, { as: seller, body: { carrier: 'DHL' } });
  const asked = await paid();
  await market.request('POST', `/api/orders/${asked.id}/case/cancellation`, { as: buyer, body: {} });
  const ended = await putUpForSale(market, seller);
  const live = await putUpForSale(market, seller);

  const { pool, log } = market.platform;
  const ago = (ms: number) => addMs(market.clock.now(), -ms);
  await pool.query('delete from job_timer');
  await pool.query(
    'update purchase set hold_expires_at = $2 where id = (select purchase_id from orders where id = $1)',
    [held.id, ago(11 * minuteMs)],
  );
  await pool.query('update orders set status_since = $2 where id = $1', [
    waiting.id,
    ago(orderTimes.handOverMs + 11 * minuteMs),
  ]);
  await pool.query('update orders set status_since = $2 where id = $1', [
    sent.id,
    ago(orderTimes.assumeDeliveredMs + 11 * minuteMs),
  ]);
  await pool.query("update orders set status_since = $2, attention = 'amount' where id = $1", [
    stands.id,
    ago(30 * dayMs),
  ]);
  await pool.query('update order_case set due_at = $2 where order_id = $1', [asked.id, ago(11 * minuteMs)]);
  await pool.query('update listing set expires_at = $2 where id = $1', [ended, ago(11 * minuteMs)]);
  const states = async () => [
    ...(await Promise.all(
      [held, fresh, waiting, sent, stands].map(async ({ id }) => (await readOrderAs(market, buyer, id)).status),
    )),
    // As stored: the API shows an overdue listing as ended in any case.
    ...(
      await pool.query('select status from listing where id = any($1) order by id <> $2', [[ended, live], ended])
    ).rows.map(({ status }) => status),
  ];
  expect(await states()).toEqual(['pending_payment', 'pending_payment', 'paid', 'shipped', 'paid', 'active', 'active']);

  const warned = vi.spyOn(log, 'warn');
  const sweep = async () => {
    await pool.query(
      "select graphile_worker.add_job(task) from unnest('{orders.reconcile,listings.reconcile}'::text[]) task",
    );
    await market.runJobs();
    return warned.mock.calls.splice(0).map(([words, facts]) => [words, facts]);
  };
  expect(new Set(await sweep())).toEqual(
    new Set([
      ['overdue orders are taken up', { holds: 1, timers: 2, refunds: 0, cases: 1 }],
      ['overdue listings are taken up', { listings: 1 }],
    ]),
  );
  expect((await readOrderAs(market, buyer, asked.id)).status).toBe('canceled');
  expect(await states()).toEqual([
    'canceled',
    'pending_payment',
    'awaiting_shipping',
    'delivered',
    'paid',
    'expired',
    'active',
  ]);
  expect(await sweep()).toEqual([]);
});
