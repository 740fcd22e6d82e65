import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bankDoes,
  makeAdmin,
  makePremium,
  passTime,
  readOrderAs,
  setFaults,
  signInAgain,
} from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { act, auditPayouts, booksOfOrder, paidOrder, payoutOf } from '../payouts.testing.ts';
import { releaseDue } from './release-due.server.ts';
import { watchHeld } from './watch-held.server.ts';

let market: TestMarket;
let admin: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp();
  await makeAdmin(market, admin);
});
afterAll(() => market.close());
beforeEach(async () => {
  [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
});
afterEach(async () => {
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const reason = 'Both sides wrote to us.';
const decide = (decision: 'release' | 'refund', orderId: string, as = admin) =>
  market.request('POST', '/api/admin/money/decisions', { as, body: { act: `${decision}_order`, orderId, reason } });
const days = async (count: number) => {
  await passTime(market, count * dayMs);
  await watchHeld(market.platform);
  [admin, seller, buyer] = [
    await signInAgain(market, admin),
    await signInAgain(market, seller),
    await signInAgain(market, buyer),
  ];
};
const mailTo = async ({ email }: TestMember, subject: string) => {
  await passTime(market);
  const { body } = await market.request('GET', `/sandbox/mail.json?to=${email}`);
  return body.filter((mail: { subject: string; text: string }) => mail.subject.startsWith(subject));
};
const actsOf = async (id: string) =>
  (await market.platform.pool.query('select by, act, data from audit_log where subject = $1', [id])).rows;

async function disputedOrder(): Promise<string> {
  const id = await paidOrder(market, seller, buyer);
  await act(market, seller, id, 'ship', { carrier: 'Post' });
  await act(market, buyer, id, 'dispute', { reason: 'wrong_item', text: 'It is another card.' });
  return id;
}

test('after 80 days an admin releases the payment of a reported order to its seller, and both are notified', async () => {
  const id = await disputedOrder();
  await days(79);
  expect(await decide('release', id)).toMatchObject({ status: 409, body: { code: 'too_early' } });
  await days(1);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'decide' });
  const { body } = await market.request('GET', '/api/admin/money', { as: admin });
  expect(body.undecided).toMatchObject([{ orderId: id, sellerId: seller.id, held: { amount: 1_299 } }]);
  expect((await decide('release', id, seller)).status).toBe(403);
  expect((await decide('release', id)).status).toBe(200);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready' });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_299 });
  expect(await readOrderAs(market, buyer, id)).toMatchObject({ status: 'completed' });
  for (const side of [buyer, seller]) {
    const [mail] = await mailTo(side, 'Payment released');
    expect(mail?.text).toContain(reason);
  }
  expect(await actsOf(id)).toEqual([{ by: admin.id, act: 'money.released', data: { reason } }]);
  expect(await decide('refund', id)).toMatchObject({ status: 409, body: { code: 'not_held' } });
});

test('… or refunds the buyer, whatever the payment waits for', async () => {
  const id = await paidOrder(market, seller, buyer);
  await days(81);
  expect((await decide('refund', id)).status).toBe(200);
  await passTime(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'returned' });
  expect(await booksOfOrder(market, id)).toEqual({});
  expect(await readOrderAs(market, buyer, id)).toMatchObject({ status: 'refunded' });
  for (const side of [buyer, seller]) expect(await mailTo(side, 'Refund approved')).toHaveLength(1);
  expect(await actsOf(id)).toEqual([{ by: admin.id, act: 'money.refunded', data: { reason } }]);
});

test('nothing is released while a refund isn’t finished', async () => {
  const id = await paidOrder(market, seller, buyer);
  await days(81);
  await setFaults(market, { down: true });
  await act(market, seller, id, 'refund', { amount: 100 });
  expect(await decide('release', id)).toMatchObject({ status: 409, body: { code: 'refund_under_way' } });
  await setFaults(market, null);
  await passTime(market, hourMs);
  expect((await decide('release', id, await signInAgain(market, admin))).status).toBe(200);
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_199 });
});

test('a warning of the bank doesn’t stop what an admin released', async () => {
  const id = await paidOrder(market, seller, buyer);
  await bankDoes(market, 'fraud-warnings', { orderId: id });
  await days(81);
  expect((await decide('release', id)).status).toBe(200);
  await passTime(market);
  // Only the account is missing.
  await watchHeld(market.platform);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: 'account' });
});

test('a warning of the bank holds the money until an admin has checked the payment', async () => {
  const id = await paidOrder(market, seller, buyer);
  await bankDoes(market, 'fraud-warnings', { orderId: id });
  await passTime(market);
  await act(market, seller, id, 'ship', { carrier: 'Post' });
  await act(market, buyer, id, 'deliver');
  await days(8);
  await passTime(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'fraud_warning' });
  const path = `/api/admin/orders/${id}/attention/clear`;
  expect((await market.request('POST', path, { as: admin, body: { reason } })).status).toBe(200);
  await releaseDue(market.platform);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready' });
});

test('nothing is decided about an own order, an unknown one, while a bank decides, or without a new proof', async () => {
  const id = await disputedOrder();
  await days(81);
  const bank = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  expect(await decide('release', id)).toMatchObject({ status: 409, body: { code: 'bank_decides' } });
  expect((await decide('refund', 'no_order')).status).toBe(404);
  expect(await decide('refund', 'a\u0000b')).toMatchObject({
    status: 422,
    body: { errors: { orderId: expect.any(String) } },
  });
  await makeAdmin(market, seller);
  expect((await decide('release', id, await signInAgain(market, seller))).status).toBe(403);
  market.clock.advance(11 * minuteMs);
  expect(await decide('refund', id)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held' });
  await bankDoes(market, `disputes/${bank.id}/decide`, { outcome: 'won' });
  await passTime(market);
});
