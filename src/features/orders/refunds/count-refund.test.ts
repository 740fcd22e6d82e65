import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, signInAgain } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
});
afterAll(() => market?.close());

async function paid(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  return order.id;
}
const refund = (id: string, body: object) => market.request('POST', `/api/orders/${id}/refund`, { as: seller, body });
const asked = async () =>
  Number((await market.platform.pool.query('select count(*)::int as n from refund')).rows[0]?.n);

test('after 30 refunds and cancellations a day a seller verifies their identity first', async () => {
  const [first, second] = [await paid(), await paid()];
  const { limits } = market.platform;
  for (let n = 1; n < ordersLimits.refunds.points; n++) await limits.take(ordersLimits.refunds, seller.id);
  market.clock.advance(11 * minuteMs);
  // What is refused counts nothing.
  expect((await refund(first, { amount: 999_999 })).status).toBe(422);
  expect((await refund(first, { amount: 100, reason: 'A scratch.' })).status).toBe(200);
  const before = await asked();
  const refused = { status: 403, body: { code: 'step_up_required' } };
  expect(await refund(first, { amount: 100 })).toMatchObject(refused);
  expect(await market.request('POST', `/api/orders/${second}/cancel`, { as: seller, body: {} })).toMatchObject(refused);
  expect(await asked()).toBe(before);
  seller = await signInAgain(market, seller);
  expect((await refund(first, { amount: 100 })).status).toBe(200);
  expect((await market.request('POST', `/api/orders/${second}/cancel`, { as: seller, body: {} })).status).toBe(200);
});
