import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, cards, completeOrder, makePremium, onCheckout, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Sales, ratings and what raises a seller's limits are not to be had for money that comes back, nor from one's own other accounts. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

let members = 0;
async function sellerWith(): Promise<TestMember> {
  const seller = await market.signUp(`trust_seller_${members++}`);
  await makePremium(market, seller);
  return seller;
}
/** Bought, paid with this card, sent and delivered. */
async function deliver(seller: TestMember, buyer: TestMember, card = buyer.email): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl, cards.good, card)).status).toBe(200);
  await passTime(market);
  await act(seller, order.id, 'ship', { carrier: 'Post' });
  await act(buyer, order.id, 'deliver');
  return order.id;
}
async function act(as: TestMember, orderId: string, verb: string, body: object = {}): Promise<void> {
  const answer = await market.request('POST', `/api/orders/${orderId}/${verb}`, { as, body });
  expect([verb, answer.status, answer.body.message]).toEqual([verb, 200, undefined]);
}
async function review(as: TestMember, orderId: string, rating: number): Promise<void> {
  expect((await market.request('POST', `/api/orders/${orderId}/review`, { as, body: { rating, text: 'As said.' } })).status).toBeLessThan(300);
}
async function trust({ id }: TestMember) {
  await market.runJobs();
  const { rows } = await market.platform.pool.query(
    'select total_sales as sales, sale_buyers as buyers, rating, rating_count from profile where user_id = $1',
    [id],
  );
  const { sales, buyers, rating, rating_count: reviews } = rows[0];
  return { sales, buyers, rating: rating === null ? null : Number(rating), reviews };
}

test('a refunded order counts for nothing: no sale, no buyer, no weight of its review; what stays of a part refund counts', async () => {
  const seller = await sellerWith();
  const [one, two] = await Promise.all([market.signUp(), market.signUp()]);
  const [first, second] = [await deliver(seller, one), await deliver(seller, two)];
  await review(one, first, 5);
  await review(seller, first, 5);
  await review(two, second, 3);
  await review(seller, second, 4);
  expect(await trust(seller)).toEqual({ sales: 2, buyers: 2, rating: 4, reviews: 2 });
  await act(seller, first, 'refund');
  await passTime(market);
  expect(await trust(seller)).toEqual({ sales: 1, buyers: 1, rating: 3, reviews: 1 });
  // It is still there to be read.
  const { body } = await market.request('GET', `/api/profiles/${seller.id}/reviews`);
  expect(body.items).toHaveLength(2);
  await act(seller, second, 'refund', { amount: 100 });
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1, reviews: 1 });
  await act(seller, second, 'refund', { amount: 1_000 });
  expect(await trust(seller)).toMatchObject({ sales: 0, buyers: 0, rating: null, reviews: 0 });
});

test('one buyer counts once in what raises limits, also as several accounts with one payment card', async () => {
  const seller = await sellerWith();
  const [one, two, three] = await Promise.all([market.signUp(), market.signUp(), market.signUp()]);
  for (let n = 0; n < 3; n++) await deliver(seller, one);
  expect(await trust(seller)).toMatchObject({ sales: 3, buyers: 1 });
  await deliver(seller, two, one.email);
  expect(await trust(seller)).toMatchObject({ sales: 4, buyers: 1 });
  await deliver(seller, three);
  expect(await trust(seller)).toMatchObject({ sales: 5, buyers: 2 });
});

test('one’s own other account never counts, also where the shared payment card is seen only later', async () => {
  const seller = await sellerWith();
  const [own, other] = [await market.signUp(), await sellerWith()];
  const order = await deliver(seller, own, 'One purse');
  await review(own, order, 5);
  await review(seller, order, 5);
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1, reviews: 1 });
  // The seller pays elsewhere with the card of that account.
  await completeOrder(market, other, seller, await paidBy(seller, other, 'One purse'));
  const honest = await deliver(seller, await market.signUp());
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1 });
  await act(own, order, 'dispute', { reason: 'not_as_described', text: 'It is bent.' });
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1, rating: null, reviews: 0 });
  // And what is bought with it from now on is signed at once.
  await deliver(seller, own, 'One purse');
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1 });
  expect(honest).not.toBe(order);
});

async function paidBy(buyer: TestMember, seller: TestMember, card: string): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  // At another door than everybody else's here.
  const address = { line1: '9 Station Road', city: 'Lyon', postal_code: '69002', country: 'FR' };
  expect((await onCheckout(`${checkoutUrl}/pay`, { card: cards.good, name: card, address })).status).toBe(200);
  await passTime(market);
  return order.id;
}
