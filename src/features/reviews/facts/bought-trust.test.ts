import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buyPlaced,
  cards,
  completeOrder,
  makePremium,
  onCheckout,
  passTime,
  pay,
  putUpForSale,
} from '#features/orders/testing.ts';
import { auditRatings } from '#testing/audits/rating-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { reconcileCounting } from '../write/follow-order.server.ts';
import { hideReview, releaseReview } from '../write/hide-review.server.ts';

/** Sales, ratings and higher limits for sellers can't be had by refunded orders, nor by one's own other accounts. */
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
  expect(
    (await market.request('POST', `/api/orders/${orderId}/review`, { as, body: { rating, text: 'As said.' } })).status,
  ).toBeLessThan(300);
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

test('a refunded order counts for nothing: no sale, no buyer, no weight of a good review; what stays of a part refund counts', async () => {
  const seller = await sellerWith();
  const [one, two] = await Promise.all([market.signUp(), market.signUp()]);
  const [first, second] = [await deliver(seller, one), await deliver(seller, two)];
  await review(one, first, 5);
  await review(seller, first, 5);
  await review(two, second, 4);
  await review(seller, second, 4);
  expect(await trust(seller)).toEqual({ sales: 2, buyers: 2, rating: 4.5, reviews: 2 });
  await act(seller, first, 'refund');
  await passTime(market);
  expect(await trust(seller)).toEqual({ sales: 1, buyers: 1, rating: 4, reviews: 1 });
  // It is still there to be read.
  const { body } = await market.request('GET', `/api/profiles/${seller.id}/reviews`);
  expect(body.items).toHaveLength(2);
  await act(seller, second, 'refund', { amount: 100 });
  expect(await trust(seller)).toMatchObject({ sales: 1, buyers: 1, reviews: 1 });
  await act(seller, second, 'refund', { amount: 1_000 });
  expect(await trust(seller)).toMatchObject({ sales: 0, buyers: 0, rating: null, reviews: 0 });
});

/** Enough of the price of an order in two parts, so that over half of it has gone back. */
async function refundOverHalf(seller: TestMember, order: string): Promise<void> {
  await act(seller, order, 'refund', { amount: 400 });
  await act(seller, order, 'refund', { amount: 700 });
}

test('a seller cannot remove a bad review by giving the money back, before or after it is written, in parts or whole', async () => {
  const seller = await sellerWith();
  const buyers = [await market.signUp(), await market.signUp(), await market.signUp(), await market.signUp()] as const;
  const [inParts, whole, before, good] = [
    await deliver(seller, buyers[0]),
    await deliver(seller, buyers[1]),
    await deliver(seller, buyers[2]),
    await deliver(seller, buyers[3]),
  ];
  for (const [at, [order, rating]] of [
    [inParts, 1],
    [whole, 3],
    [good, 5],
  ].entries()) {
    const buyer = [buyers[0], buyers[1], buyers[3]][at] as TestMember;
    await review(buyer, order as string, rating as number);
    await review(seller, order as string, 1);
  }
  expect(await trust(seller)).toEqual({ sales: 4, buyers: 4, rating: 3, reviews: 3 });
  await refundOverHalf(seller, inParts);
  await act(seller, whole, 'refund');
  await act(seller, before, 'refund');
  await review(buyers[2], before, 2);
  await review(seller, before, 5);
  await act(seller, good, 'refund');
  await passTime(market);
  // The remaining reviews: 1, 3 and 2 stars. The 5 stars of a refunded order cost nothing.
  expect(await trust(seller)).toEqual({ sales: 0, buyers: 0, rating: 2, reviews: 3 });
  // The refunded buyer's rating includes the seller's bad review too, and no good one.
  expect(await trust(buyers[0])).toMatchObject({ rating: 1, reviews: 1 });
  expect(await trust(buyers[2])).toMatchObject({ rating: null, reviews: 0 });
  const { body } = await market.request('GET', `/api/profiles/${seller.id}/reviews`);
  const said = body.items.map(({ rating, counts }: { rating: number; counts: boolean }) => [rating, counts]);
  expect(said.sort()).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [5, false],
  ]);
  expect(await auditRatings(market.platform)).toEqual([]);

  // Reviews that an earlier release removed from the average are restored by the nightly job.
  await market.platform.pool.query('update review set counts = false where order_id = $1', [inParts]);
  await reconcileCounting(market.platform);
  expect(await trust(seller)).toMatchObject({ rating: 2, reviews: 3 });
  // Hiding it and showing it again changes nothing.
  const [admin, bad] = [await market.signUp(), body.items.find(({ rating }: { rating: number }) => rating === 1)];
  await hideReview(market.platform, { reviewId: bad.id, by: admin.id, reason: 'A test.' });
  expect(await trust(seller)).toMatchObject({ rating: 2.5, reviews: 2 });
  await releaseReview(market.platform, { reviewId: bad.id, by: admin.id });
  expect(await trust(seller)).toMatchObject({ rating: 2, reviews: 3 });
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
