import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePremium, passTime, signInAgain } from '#features/orders/testing.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { paidOrder, payoutOf } from '../payouts.testing.ts';
import { watchHeld } from './watch-held.server.ts';

let market: TestMarket;
let admin: TestMember;
let orderId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
  admin = await market.signUp();
  await makeAdmin(market, admin);
  orderId = await paidOrder(market, seller, buyer);
  await passTime(market, 81 * dayMs);
  await watchHeld(market.platform);
  admin = await signInAgain(market, admin);
}, 200_000);
afterAll(() => market?.close());

const page = async () => (await market.request<string>('GET', '/admin/money', { as: admin })).body;
const press = (reason: string) =>
  market.request<string>('POST', '/admin/money', {
    as: admin,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ act: 'refund_order', about: `refund_order ${orderId}`, orderId, reason }).toString(),
  });

test('an order that is on hold for 80 days is shown, and refunded with a reason after a step-up', async () => {
  expect(await page()).toContain('Orders to decide');
  const wrong = await press('x');
  expect(wrong.body).toContain('Enter a reason of at least 3 characters.');
  expect(await payoutOf(market, orderId)).toMatchObject({ state: 'held' });
  market.clock.advance(11 * minuteMs);
  expect((await press('The seller doesn’t answer.')).status).toBe(302);
  expect(await payoutOf(market, orderId)).toMatchObject({ state: 'held' });
  admin = await signInAgain(market, admin);
  expect((await press('The seller doesn’t answer.')).body).toContain('Decision saved');
  await passTime(market);
  expect(await payoutOf(market, orderId)).toMatchObject({ state: 'returned' });
  expect(await page()).not.toContain('Orders to decide');
});

test('a member can’t see the page', async () => {
  const member = await market.signUp();
  expect((await market.request('GET', '/admin/money', { as: member })).status).toBe(403);
});
