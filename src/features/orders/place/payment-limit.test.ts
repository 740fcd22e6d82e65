import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { buy, buyPlaced, makePremium, putUpForSale } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const listingOf = async (id: string) =>
  (await market.platform.pool.query('select status, quantity_held from listing where id = $1', [id])).rows[0];

test('an amount that no card can carry is refused before anything is held', async () => {
  const [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
  const cheap = await putUpForSale(market, seller, { price: 49 });
  expect(await buy(market, buyer, cheap)).toMatchObject({
    status: 409,
    body: { code: 'amount_not_payable', message: expect.stringContaining('$0.50') },
  });
  expect(await listingOf(cheap)).toMatchObject({ status: 'active', quantity_held: 0 });
});

test('at most five unpaid orders hold copies for one buyer, also at the same moment; cancelling frees one at once', async () => {
  const [seller, stranger] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
  const listingId = await putUpForSale(market, seller, { quantity: 20 });
  const cancel = (id: string, body = {}) => market.request('POST', `/api/orders/${id}/cancel`, { as: stranger, body });
  const answers = await Promise.all(Array.from({ length: 9 }, () => buy(market, stranger, listingId)));
  const placed = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.order.id as string);
  expect(placed).toHaveLength(5);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
    code: 'too_many_holds',
    message: 'You have 5 unpaid purchases. Pay or cancel one, then try again.',
  });
  expect((await cancel(placed[0] ?? '', { reason: 'Changed my mind' })).body).toMatchObject({
    status: 'canceled',
    cancelReason: 'Changed my mind',
  });
  const { order } = await buyPlaced(market, stranger, listingId);
  for (const id of [...placed.slice(1), order.id]) await cancel(id);
  expect(await listingOf(listingId)).toMatchObject({ status: 'active', quantity_held: 0 });
});

test('who places and cancels in a loop is stopped, alone and for a quarter of an hour; what never reached the payment service does not count', async () => {
  const [seller, buyer, other] = [
    await market.signUp('loop_sells'),
    await market.signUp('loop_buys'),
    await market.signUp('loop_other'),
  ];
  await makePremium(market, seller);
  const listingId = await putUpForSale(market, seller, { quantity: 3 });
  const cancel = (id: string) => market.request('POST', `/api/orders/${id}/cancel`, { as: buyer });
  expect((await buy(market, buyer, listingId, { quantity: 50 })).status).toBe(409);
  let last = '';
  // A buyer with so many unpaid orders is stopped by a pause before this limit; another test covers that.
  const forgetHolds = () =>
    market.platform.pool.query(
      "with counters as (delete from limit_counter where key like 'orders.unpaid-%') delete from hold_pause",
    );
  for (let calls = 0; calls < ordersLimits.paymentCalls.points; calls += 2) {
    await forgetHolds();
    last = (await buyPlaced(market, buyer, listingId)).order.id;
    if (calls < ordersLimits.paymentCalls.points - 2) expect((await cancel(last)).status).toBe(200);
  }
  const onTheEdge = await buyPlaced(market, buyer, listingId);
  const refused = [await buy(market, buyer, listingId), await cancel(last)];
  for (const { status, headers, body } of refused) {
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await market.request('GET', `/api/orders/${onTheEdge.order.id}`, { as: buyer })).body.status).toBe(
    'pending_payment',
  );
  expect((await buy(market, other, listingId)).status).toBe(201);
  await market.advance(16 * minuteMs);
  expect((await cancel(last)).status).toBe(200);
});
