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
  [seller, buyer] = [await newSeller(), await market.signUp()];
});
afterAll(() => market?.close());

async function newSeller(): Promise<TestMember> {
  const member = await market.signUp();
  await makePremium(market, member);
  return member;
}
async function paid(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  return order.id;
}
const act = (id: string, verb: string, body: object, as = seller) =>
  market.request('POST', `/api/orders/${id}/${verb}`, { as, body });
const refund = (id: string, body: object) => act(id, 'refund', body);
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
  expect(await act(second, 'cancel', {})).toMatchObject(refused);
  expect(await asked()).toBe(before);
  seller = await signInAgain(market, seller);
  expect((await refund(first, { amount: 100 })).status).toBe(200);
  expect((await act(second, 'cancel', {})).status).toBe(200);
});

test('what a seller pays back by an agreement counts too', async () => {
  const { limits } = market.platform;
  seller = await signInAgain(market, await newSeller());
  const [canceled, problem, proposed, returned] = [await paid(), await paid(), await paid(), await paid()];
  await act(canceled, 'case/cancellation', {}, buyer);
  for (const id of [problem, proposed, returned]) {
    await act(id, 'ship', { carrier: 'Post' });
    await act(id, 'dispute', { reason: 'damaged', text: 'A corner is bent.' }, buyer);
  }
  await act(problem, 'case/propose', { version: 1, proposal: 'refund', amount: 100 }, buyer);
  await act(returned, 'case/propose', { version: 1, proposal: 'return' }, buyer);
  await act(returned, 'case/accept', { version: 2 });
  for (let n = 0; n < ordersLimits.refunds.points; n++) await limits.take(ordersLimits.refunds, seller.id);
  market.clock.advance(11 * minuteMs);
  const steps: [id: string, verb: string, body: object][] = [
    [canceled, 'case/accept', { version: 1 }],
    [problem, 'case/accept', { version: 2 }],
    [proposed, 'case/propose', { version: 1, proposal: 'refund', amount: 100 }],
    [returned, 'case/receive-return', {}],
  ];
  const before = await asked();
  for (const [id, verb, body] of steps)
    expect(await act(id, verb, body)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  expect(await asked()).toBe(before);
  seller = await signInAgain(market, seller);
  for (const [id, verb, body] of steps) expect((await act(id, verb, body)).status).toBe(200);
});
