import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { placePurchase } from '#features/orders/index.server.ts';
import { bankDoes, makePremium, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { changeFigures } from '#features/shipping/index.server.ts';
import { firstFigures } from '#features/shipping/words.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import {
  act,
  auditPayouts,
  booksOfOrder,
  days,
  large,
  paidOrder,
  payoutOf,
  send,
  transfersOf,
} from '../payouts.testing.ts';

/** Seller protection, and a dispute about a purchase whose orders' money is in different places. */
let market: TestMarket;
let buyer: TestMember;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
});
afterAll(() => market.close());
beforeEach(async () => {
  [buyer, seller] = [await signInAgain(market, buyer), await newSeller()];
});
afterEach(async () => {
  await passTime(market);
  expect(await auditPayouts(market.platform.pool)).toEqual([]);
});

const rows = async (text: string, values: unknown[]) => (await market.platform.pool.query(text, values)).rows;
const newSeller = async () => {
  const member = await market.signUp();
  await makePremium(market, member);
  await activatePayouts(market, member);
  return member;
};
let figures = firstFigures;
const protect = async (fraudCover: number) => {
  figures = { ...figures, fraudCover, gramsPerCard: figures.gramsPerCard + 1 };
  await changeFigures(market.platform, seller.id, { ...figures, note: null });
};
const orderOf = async (id: string) =>
  (await rows('select status, attention from orders where id = $1', [id]))[0] as { status: string; attention: string };

async function shipAndDeliver(id: string, from: TestMember): Promise<void> {
  await act(market, from, id, 'ship', { carrier: 'DHL', trackingNumber: `JD${id}` });
  await act(market, buyer, id, 'deliver');
  await passTime(market);
}

async function deliveredTracked(): Promise<string> {
  const id = await paidOrder(market, seller, buyer, large);
  await shipAndDeliver(id, seller);
  return id;
}

async function disputed(paymentIntent: object, outcome: 'won' | 'lost'): Promise<void> {
  const bank = await bankDoes(market, 'disputes', { ...paymentIntent });
  await passTime(market);
  await bankDoes(market, `disputes/${bank.id}/decide`, { outcome });
  await passTime(market);
}

test('lost after the transfer: the market bears it, the seller owes nothing, and the sale stays', async () => {
  await protect(5_000);
  const id = await deliveredTracked();
  await days(market, 7);
  await send(market);
  await disputed({ orderId: id }, 'lost');
  expect(await booksOfOrder(market, id)).toEqual({ loss: 3_000 });
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
  expect(await orderOf(id)).toEqual({ status: 'completed', attention: null });
});

test('bought from oneself: the market bears nothing', async () => {
  await protect(5_000);
  const id = await deliveredTracked();
  await market.platform.pool.query("insert into order_sign (order_id, kind, at) values ($1, 'card', now())", [id]);
  await days(market, 7);
  await send(market);
  await disputed({ orderId: id }, 'lost');
  expect((await booksOfOrder(market, id)).loss ?? 0).toBe(0);
});

test('lost before the release: the seller is paid as if nothing had happened', async () => {
  await protect(5_000);
  const id = await deliveredTracked();
  const bank = await bankDoes(market, 'disputes', { orderId: id });
  await passTime(market);
  // The bank decides after 7 days without evidence.
  await days(market, 6);
  expect(await payoutOf(market, id)).toMatchObject({ state: 'held', reason: 'bank_dispute' });
  await bankDoes(market, `disputes/${bank.id}/decide`, { outcome: 'lost' });
  await passTime(market);
  await days(market, 8);
  await send(market);
  expect(await transfersOf(market, id)).toMatchObject([{ amount: 3_000, state: 'sent' }]);
  expect(await booksOfOrder(market, id)).toEqual({ loss: 3_000 });
  expect(await orderOf(id)).toEqual({ status: 'completed', attention: null });
});

test('won: what the market bore comes back to it', async () => {
  await protect(5_000);
  const id = await deliveredTracked();
  await days(market, 7);
  await send(market);
  await disputed({ orderId: id }, 'won');
  expect(await booksOfOrder(market, id)).toEqual({});
  expect(await payoutOf(market, id)).toMatchObject({ state: 'sent' });
});

test('above the maximum the seller bears the rest', async () => {
  await protect(1_000);
  const id = await deliveredTracked();
  await days(market, 7);
  await send(market);
  await disputed({ orderId: id }, 'lost');
  expect(await booksOfOrder(market, id)).toEqual({ loss: 1_000 });
  expect(await rows('select amount::int, state from transfer_reversal where order_id = $1', [id])).toEqual([
    { amount: 2_000, state: 'done' },
  ]);
});

test('a dispute about one sent, one held and one refunded order takes each from where its money is', async () => {
  await protect(0);
  const sellers = [seller, await newSeller(), await newSeller()];
  const listingIds = await Promise.all(sellers.map((one) => putUpForSale(market, one, large)));
  const { purchase, checkoutUrl } = await placePurchase(market.platform, {
    buyerId: buyer.id,
    source: { lines: listingIds.map((listingId) => ({ listingId, quantity: 1 })), offerIds: [] },
    mode: 'all',
    currency: 'USD',
  });
  await pay(checkoutUrl);
  await passTime(market);
  const [sent, held, refunded] = purchase.orders.map(({ id }) => id) as [string, string, string];
  await act(market, sellers[2] as TestMember, refunded, 'refund');
  await act(market, sellers[1] as TestMember, held, 'ship', { carrier: 'DHL' });
  await shipAndDeliver(sent, sellers[0] as TestMember);
  await days(market, 7);
  await send(market);
  expect([await payoutOf(market, sent), await payoutOf(market, held), await payoutOf(market, refunded)]).toMatchObject([
    { state: 'sent' },
    { state: 'held' },
    { state: 'returned' },
  ]);
  const [{ intent }] = await rows('select payment_intent_id as intent from purchase where id = $1', [purchase.id]);
  await disputed({ paymentIntent: intent, amount: 6_000 }, 'lost');
  expect(
    await rows('select order_id, taken_amount::int as taken from chargeback_part where order_id = any($1) order by 1', [
      [sent, held, refunded],
    ]),
  ).toEqual([
    { order_id: sent, taken: 3_000 },
    { order_id: held, taken: 3_000 },
  ]);
  expect(await rows('select amount::int, state from transfer_reversal where order_id = $1', [sent])).toEqual([
    { amount: 3_000, state: 'done' },
  ]);
  for (const id of [sent, held, refunded]) expect(await booksOfOrder(market, id)).toEqual({});
  expect([await orderOf(held), await payoutOf(market, held)]).toMatchObject([
    { status: 'refunded' },
    { state: 'returned' },
  ]);
});
