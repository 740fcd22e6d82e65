import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { atOnce, auditOrders, makePremium, passTime, putUpForSale, type RawAnswer } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/**
 * Concurrent actions on one copy: one of them wins, the other is refused with the reason, and the books agree
 * afterwards.
 */
let market: TestMarket;
let seller: TestMember;
let buyers: TestMember[];

beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp('mara_sells');
  await makePremium(market, seller);
  buyers = await Promise.all(Array.from({ length: 6 }, (_, n) => market.signUp(`bidder_${n}`)));
}, 120_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const send = (as: TestMember, path: string, body: unknown = {}) => ({
  path,
  headers: { cookie: as.cookie, origin: market.url },
  body: JSON.stringify(body),
});
const answer = (as: TestMember, verb: string, id: string) => send(as, `/api/offers/${id}/${verb}`);
const rows = async (query: string, values: unknown[]) => (await market.platform.pool.query(query, values)).rows;
const good = (answers: (RawAnswer | undefined)[]) => answers.filter((one) => one && one.status < 300).length;
const codes = (answers: RawAnswer[]) =>
  answers.filter(({ status }) => status >= 300).map(({ status, body }) => `${status} ${JSON.parse(body).code}`);
async function offered(listingId: string, as: TestMember, amount = 800): Promise<string> {
  const made = await market.request('POST', `/api/listings/${listingId}/offers`, { as, body: { amount } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

test('[ST-14] fifty accepts at the same moment over five offers on one copy: exactly one wins', {
  timeout: 60_000,
}, async () => {
  const listingId = await putUpForSale(market, seller);
  const ids: string[] = [];
  for (const buyer of buyers.slice(0, 5)) ids.push(await offered(listingId, buyer));
  const answers = await atOnce(
    market.url,
    Array.from({ length: 50 }, (_, n) => answer(seller, 'accept', ids[n % 5] as string)),
  );
  expect(good(answers)).toBe(1);
  expect(new Set(codes(answers))).toEqual(new Set(['409 not_available', '409 offer_ended']));
  expect(
    await rows("select count(*)::int as n from offer where listing_id = $1 and status = 'accepted'", [listingId]),
  ).toEqual([{ n: 1 }]);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'reserved', quantity_held: 1 },
  ]);
});

test('[ST-14] offers for one listing at the same moment: five wait at most, and one a buyer', {
  timeout: 60_000,
}, async () => {
  const listingId = await putUpForSale(market, seller);
  const answers = await atOnce(
    market.url,
    Array.from({ length: 24 }, (_, n) =>
      send(buyers[n % 6] as TestMember, `/api/listings/${listingId}/offers`, { amount: 800 }),
    ),
  );
  expect(good(answers)).toBe(5);
  expect(
    await rows('select count(*)::int as n, count(distinct buyer_id)::int as buyers from offer where listing_id = $1', [
      listingId,
    ]),
  ).toEqual([{ n: 5, buyers: 5 }]);
});

test('[ST-14] accept meets Buy, withdraw, decline, the clock and a second order: one of the two holds', {
  timeout: 120_000,
}, async () => {
  const [buyer, other] = buyers as [TestMember, TestMember];
  for (let round = 0; round < 6; round++) {
    const [bought, left] = [await putUpForSale(market, seller), await putUpForSale(market, seller)];
    const [first, second] = [await offered(bought, buyer), await offered(left, buyer)];
    const [accepted, purchase, taken, withdrawn, declined] = await atOnce(market.url, [
      answer(seller, 'accept', first),
      send(other, '/api/orders', { listingId: bought }),
      answer(seller, 'accept', second),
      answer(buyer, 'withdraw', second),
      answer(seller, 'decline', second),
    ]);
    expect(good([accepted, purchase]), 'accept or Buy').toBe(1);
    expect(good([taken, withdrawn, declined]), 'one of three').toBe(1);
    // Two orders for what was accepted: the second is led to the first.
    const orders = await atOnce(market.url, [
      send(buyer, '/api/orders', { offerId: first }),
      send(buyer, '/api/orders', { offerId: first }),
    ]);
    expect(good(orders)).toBe(good([accepted]));
    for (const { status, body } of [...orders, purchase as RawAnswer])
      if (status === 201)
        await market.request('POST', `/api/orders/${JSON.parse(body).order.id}/cancel`, {
          as: JSON.parse(body).order.buyerId === buyer.id ? buyer : other,
        });
    expect(await auditOrders(market.platform.pool)).toEqual([]);
  }
  for (let round = 0; round < 4; round++) {
    const listingId = await putUpForSale(market, seller, { quantity: 2 });
    const id = await offered(listingId, buyers[2] as TestMember);
    await passTime(market, 48 * hourMs - 2_000);
    const [late] = await Promise.all([
      market.request('POST', `/api/offers/${id}/accept`, { as: seller, body: {} }),
      passTime(market, 2_000),
    ]);
    const [{ status }] = await rows('select status from offer where id = $1', [id]);
    expect(status).toBe(late.status === 200 ? 'accepted' : 'expired');
  }
});
