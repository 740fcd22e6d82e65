import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowSales, blockSales } from '#features/listings/index.server.ts';
import {
  auditOrders,
  buy,
  buyPlaced,
  cards,
  makePremium,
  passTime,
  pay,
  putUpForSale,
} from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { accountOf, activatePayouts, decideAtStripe, fillIn, openLink } from '../accounts/accounts.testing.ts';
import { followSales, settleSalesBlock } from './settle-sales-block.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, blocksSales: true });
}, 120_000);
afterAll(() => market?.close());
beforeEach(async () => {
  [seller, buyer] = [await market.signUp(), await market.signUp()];
  await makePremium(market, seller);
});
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});

const sentence = 'You can’t buy from this seller until they finish setting up payouts.';
const sell = async (price = 1_000, quantity = 1) => {
  const sold = await putUpForSale(market, seller, { price, quantity });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, sold, { quantity });
  await pay(checkoutUrl, cards.good, buyer.email);
  await passTime(market);
  return order.id;
};
const listing = () => putUpForSale(market, seller, { price: 1_000, quantity: 5 });
const page = async (id: string, as?: TestMember) =>
  (await market.request<string>('GET', `/listings/${id}`, as ? { as } : {})).body;
const blocked = { status: 409, body: { code: 'sales_blocked', message: sentence } };

test('from the third paid order on nothing can be bought of a seller without payouts, until their account is active', async () => {
  const id = await listing();
  await sell();
  await sell();
  const add = (as: TestMember) => market.request('POST', '/api/cart/lines', { as, body: { listingId: id } });
  const shopper = await market.signUp();
  const offer = { amount: { amount: 900, currency: 'USD' } };
  const early = await market.request('POST', `/api/listings/${id}/offers`, { as: shopper, body: offer });
  expect((await add(shopper)).status).toBe(200);
  expect((await buy(market, buyer, id)).status).toBe(201);
  expect(await page(id)).toContain('Buy for');
  await sell();
  expect((await accountOf(market, seller)).salesBlocked).toBe(true);
  expect(await buy(market, buyer, id)).toMatchObject(blocked);
  // The seller reads what they have to do.
  for (const [act, body] of [
    ['accept', {}],
    ['counter', { amount: 950 }],
  ] as const)
    expect(await market.request('POST', `/api/offers/${early.body.id}/${act}`, { as: seller, body })).toMatchObject({
      status: 409,
      body: { code: 'sales_blocked', message: expect.stringContaining('Set up payouts') },
    });
  const other = await market.signUp();
  expect(await market.request('POST', `/api/listings/${id}/offers`, { as: other, body: offer })).toMatchObject(blocked);
  expect(await add(shopper)).toMatchObject(blocked);
  const { groups } = (await market.request('GET', '/api/cart', { as: shopper })).body;
  expect(groups[0].lines[0]).toMatchObject({ state: 'sales_blocked', message: sentence, available: 0 });
  expect(await market.request('POST', '/api/purchases', { as: shopper, body: { mode: 'available' } })).toMatchObject({
    status: 409,
  });
  // Both sides read it, a visitor too, whose page was cached before.
  expect(await page(id)).toContain(sentence);
  expect(await page(id)).not.toContain('Buy for');
  expect(await page(id, seller)).toContain('Buyers can’t buy your listings now.');
  expect((await market.request<string>('GET', '/dashboard', { as: seller })).body).toContain('Set up payouts');

  const { body } = await openLink(market, seller);
  await fillIn(market, body.url, 'complete');
  expect(await buy(market, buyer, id)).toMatchObject(blocked);
  await passTime(market, minuteMs);
  expect((await accountOf(market, seller)).salesBlocked).toBe(false);
  expect((await buy(market, buyer, id)).status).toBe(201);
  expect(await page(id)).toContain('Buy for');
});

test('a block and its end are on a visitor’s page at once, though it is cached', async () => {
  const id = await listing();
  await passTime(market);
  const now = market.clock.now();
  expect(await page(id)).toContain('Buy for');
  await write(market.platform, (tx) => blockSales(tx, seller.id, now));
  expect(await page(id)).toContain(sentence);
  await write(market.platform, (tx) => allowSales(tx, seller.id, now));
  expect(await page(id)).toContain('Buy for');
});

test('what is owed counts too, and a restricted account stops the sales again', async () => {
  const id = await listing();
  await sell(1_900, 6);
  expect(await buy(market, buyer, id)).toMatchObject(blocked);
  const account = await activatePayouts(market, seller);
  expect((await buy(market, buyer, id)).status).toBe(201);
  await decideAtStripe(market, account, 'restricted');
  await passTime(market);
  expect(await buy(market, buyer, id)).toMatchObject(blocked);
});

test('a refund of the third order lets the seller sell again', async () => {
  const id = await listing();
  await sell();
  await sell();
  const third = await sell();
  expect(await buy(market, buyer, id)).toMatchObject(blocked);
  const refund = await market.request('POST', `/api/orders/${third}/cancel`, { as: seller, body: {} });
  expect(refund.status).toBe(200);
  await passTime(market);
  expect((await buy(market, buyer, id)).status).toBe(201);
});

test('two orders that are paid at once are counted one after the other, also before the seller has an account', async () => {
  await sell();
  const third = await sell();
  let isDone = false;
  const waiting = async () =>
    (
      await market.platform.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
      )
    ).rows[0]?.n;
  let second: Promise<void> | undefined;
  await write(market.platform, async (tx) => {
    await settleSalesBlock(tx, seller.id, market.clock.now());
    second = followSales(market.platform, third).then(() => {
      isDone = true;
    });
    await expect.poll(waiting).toBe(1);
    expect(isDone).toBe(false);
  });
  await second;
  expect(isDone).toBe(true);
});
