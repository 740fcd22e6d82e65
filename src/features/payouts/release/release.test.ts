import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  bankDoes,
  buyPlaced,
  cards,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  setFaults,
  signInAgain,
} from '#features/orders/testing.ts';
import { orderNumber } from '#features/orders/words.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { act, auditPayouts, booksOfOrder, days, deliveredOrder, paidOrder, payoutOf } from '../payouts.testing.ts';
import { releaseDue } from './release-due.server.ts';
import { settlePayouts } from './settle-payouts.server.ts';
import { watchHeld } from './watch-held.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp();
  buyer = await market.signUp();
  await market.platform.pool.query("update profile set account_tier = 'premium' where user_id = $1", [seller.id]);
});
afterAll(() => market.close());
afterEach(async () => {
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

test('money is held from the payment on, and released when the hold after the delivery ends', async () => {
  const id = await paidOrder(market, seller, buyer);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'not_delivered', holdDays: 7 });
  expect(await booksOfOrder(market, id)).toEqual({ order: -1_299 });
  await act(market, seller, id, 'ship', { carrier: 'Post' });
  await act(market, buyer, id, 'deliver');
  await passTime(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'hold' });
  await days(market, 6);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held' });
  await days(market, 1);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: null });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_299 });
  await releaseDue(market.platform);
  await settlePayouts(market.platform, [id]);
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_299 });
});

test('while something speaks against it, money stays held; each reason is named', async () => {
  const id = await deliveredOrder(market, seller, buyer);
  await act(market, buyer, id, 'dispute', { reason: 'not_as_described', text: 'The corner is bent.' });
  await passTime(market);
  await days(market, 8);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'problem' });
  const bank = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  await days(market, 1);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'bank_dispute' });
  await bankDoes(market, `disputes/${bank.id}/decide`, { outcome: 'won' });
  await passTime(market);
  await act(market, await signInAgain(market, buyer), id, 'settle');
  await passTime(market);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready', reason: null });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_299 });
});

test('an order that is refunded before the release has nothing to release', async () => {
  const id = await paidOrder(market, seller, buyer);
  await setFaults(market, { down: true });
  await act(market, seller, id, 'cancel', { reason: 'The card is lost.' });
  await market.runJobs();
  await setFaults(market, null);
  await passTime(market, dayMs);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'returned', reason: null });
  expect(await booksOfOrder(market, id)).toEqual({});
});

test('money whose refund Stripe refuses is held again, and says that a refund waits', async () => {
  const id = await paidOrder(market, seller, buyer);
  await setFaults(market, { down: true });
  await act(market, seller, id, 'cancel', { reason: 'The card is lost.' });
  await market.runJobs();
  expect(await payoutOf(market, id)).toMatchObject({ state: 'returned' });
  await setFaults(market, { refunds: 'refuse' });
  await passTime(market, dayMs);
  await setFaults(market, null);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'refund' });
  expect(await booksOfOrder(market, id)).toEqual({ order: -1_299 });
});

test('a part that is refunded before the release is not the seller’s', async () => {
  const id = await deliveredOrder(market, seller, buyer);
  await act(market, seller, id, 'refund', { amount: 299, reason: 'A scratch.' });
  await passTime(market);
  await days(market, 7);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'ready' });
  expect(await booksOfOrder(market, id)).toEqual({ seller: -1_000 });
});

test('the hold is fixed at the payment by the orders that the seller has delivered then', async () => {
  for (const step of [1, 2]) await deliveredOrder(market, seller, buyer, { price: 100 + step });
  const id = await paidOrder(market, seller, buyer);
  expect(await payoutOf(market, id)).toMatchObject({ holdDays: 5 });
});

test('orders that a seller bought from themselves by another account don’t shorten the hold', async () => {
  const [thief, second] = [await market.signUp(), await market.signUp()];
  await makePremium(market, thief);
  const buyWithOneCard = async (from: TestMember, by: TestMember) => {
    const { order, checkoutUrl } = await buyPlaced(market, by, await putUpForSale(market, from, { price: 100 }));
    await pay(checkoutUrl, cards.good, 'One card');
    await passTime(market);
    return order.id;
  };
  await buyWithOneCard(await signInAgain(market, seller), thief);
  for (let n = 0; n < 3; n++) {
    const id = await buyWithOneCard(thief, second);
    await act(market, thief, id, 'ship', { carrier: 'Post' });
    await act(market, second, id, 'deliver');
  }
  await passTime(market);
  expect(await payoutOf(market, await paidOrder(market, thief, second))).toMatchObject({ holdDays: 7 });
});

test('two processes release orders once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await deliveredOrder(market, seller, buyer));
  await passTime(market, 8 * dayMs);
  const beside = await startTestMarket({ beside: market });
  try {
    await Promise.all([market, beside, market, beside].map(({ platform }) => releaseDue(platform)));
    await releaseDue(market.platform);
  } finally {
    await beside.close();
  }
  for (const id of ids) expect(await booksOfOrder(market, id)).toEqual({ seller: -1_299 });
});

test('money that is held for 60 days is emailed to its seller once, and an admin decides after 80', async () => {
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
  const id = await paidOrder(market, seller, buyer);
  // Handed over within the first day.
  await passTime(market, dayMs);
  await passTime(market, 58 * dayMs);
  await act(market, await signInAgain(market, buyer), id, 'dispute', {
    reason: 'not_received',
    text: 'It did not arrive.',
  });
  await passTime(market);
  await watchHeld(market.platform);
  const letters = async () =>
    (await market.request('GET', `/sandbox/mail.json?to=${seller.email}`)).body.filter((mail: { subject: string }) =>
      mail.subject.startsWith(`Earnings not sent yet: order ${orderNumber(id)}`),
    );
  expect(await letters()).toEqual([]);
  await passTime(market, dayMs);
  for (const _ of [1, 2]) {
    await watchHeld(market.platform);
    await passTime(market);
  }
  expect(await letters()).toHaveLength(1);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'problem' });
  await passTime(market, 20 * dayMs);
  await watchHeld(market.platform);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'decide' });
});

test('an order that can’t be looked at keeps neither the emails nor the releases of others', async () => {
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
  const [broken, fine] = [await deliveredOrder(market, seller, buyer), await deliveredOrder(market, seller, buyer)];
  const sql = (text: string) => market.platform.pool.query(text);
  await sql(
    `alter table order_payout add constraint broken check (order_id <> '${broken}' or state = 'held') not valid`,
  );
  await passTime(market, 8 * dayMs);
  await expect(releaseDue(market.platform)).rejects.toThrow();
  expect(await payoutOf(market, broken)).toMatchObject({ state: 'held' });
  expect(await payoutOf(market, fine)).toMatchObject({ state: 'ready' });
  await passTime(market, 60 * dayMs);
  await expect(watchHeld(market.platform)).rejects.toThrow();
  const isNotified = async (id: string) =>
    (await sql(`select told_at is not null as done from order_payout where order_id = '${id}'`)).rows[0]?.done;
  expect([await isNotified(broken), await isNotified(fine)]).toEqual([false, true]);
  await sql('alter table order_payout drop constraint broken');
  await releaseDue(market.platform);
});
