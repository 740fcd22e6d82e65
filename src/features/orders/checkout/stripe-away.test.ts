import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { auditOrders, buy, buyPlaced, passTime, pay, putUpForSale, readOrderAs, setFaults } from '../testing.ts';
import { resumeCheckout } from './start-checkout.server.ts';
import { type Subscription, subscribe } from './webhooks.testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
let rows: Subscription['rows'];

beforeAll(async () => {
  ({ market, seller, buyer, other, rows } = await subscribe());
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

test('a purchase that was cut off before its payment page goes on where it stopped, at the same page', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await rows(
    'update purchase set session_id = null, session_url = null where id = (select purchase_id from orders where id = $1)',
    [order.id],
  );
  expect(await resumeCheckout(market.platform, actorOf(buyer), order.id)).toBe(checkoutUrl);
  expect(
    await rows(
      "select count(*)::int as n from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = $1",
      [order.purchaseId],
    ),
  ).toEqual([{ n: 1 }]);
  await pay(checkoutUrl);
});

test('while Stripe is down buying says so, holds nothing, and the same key works once it is back', async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { down: true });
  const key = { 'idempotency-key': 'down-then-up' };
  const refused = await buy(market, buyer, listingId, {}, key);
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'payment_unavailable',
      message: expect.stringContaining('You weren’t charged and nothing is reserved'),
    },
  });
  expect(refused.headers.get('retry-after')).toBeTruthy();
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 0 },
  ]);
  await setFaults(market, null);
  const again = await buy(market, buyer, listingId, {}, key);
  expect(again.status).toBe(201);
  await pay(again.body.checkoutUrl);
});

test('while Stripe hangs buying gives up within 15 seconds, and reading goes on', {
  timeout: 40_000,
}, async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { slowMs: 30_000 });
  const started = performance.now();
  const waiting = buy(market, buyer, listingId);
  expect((await market.request('GET', '/api/orders', { as: other })).status).toBe(200);
  expect((await waiting).body.code).toBe('payment_unavailable');
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
});

test('[ST-15] while Stripe is down no hold is freed under an open page; once the page is over it is', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  await setFaults(market, { down: true });
  await passTime(market, 30 * minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  await passTime(market, 10 * minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('canceled');
});
