import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { auditOrders, buyPlaced, passTime, pay, putUpForSale, readOrderAs } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer] = await Promise.all([market.signUp(), market.signUp()]);
});
afterAll(() => market?.close());

test('a refund form that is sent twice refunds once', async () => {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller, { price: 1_500 }));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const send = (fields: Record<string, string>) =>
    market.request<string>('POST', `/orders/${order.id}`, {
      as: seller,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  // The names of what every object has are no acts.
  for (const intent of ['__proto__', 'constructor', 'toString']) expect((await send({ intent })).status).toBe(404);
  const page = async () => {
    const { body } = await market.request<string>('GET', `/orders/${order.id}`, { as: seller });
    return /name="expectedRefunded" value="(\d+)"/.exec(body)?.[1] ?? '';
  };
  const press = (expectedRefunded: string) => send({ intent: 'refund', amount: '5.00', expectedRefunded });
  const seen = await page();
  const presses = await Promise.all([press(seen), press(seen), press(seen)]);
  expect(presses.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(presses.map(({ body }) => String(body)).find((body) => body.includes('role="alert"'))).toContain(
    '$5.00 of this order was refunded before. Nothing more was refunded. Check the amount, then try again.',
  );
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).refunded).toEqual({ amount: 500, currency: 'USD' });
  // Who means it sends it again.
  expect((await press(await page())).status).toBe(302);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).refunded).toEqual({ amount: 1_000, currency: 'USD' });
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
