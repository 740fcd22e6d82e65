import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { atOnce, auditOrders, makePremium, passTime, pay, putUpForSale, type RawAnswer } from '../testing.ts';

/** Fifty carts with cards of five sellers meet at the last copies. */
const copies = 7;
let market: TestMarket;
let sellers: TestMember[];
let buyers: TestMember[];
let listingIds: string[];

beforeAll(async () => {
  market = await startTestMarket();
  sellers = await Promise.all(Array.from({ length: 5 }, (_, n) => market.signUp(`seller_${n}`)));
  buyers = await Promise.all(Array.from({ length: 50 }, (_, n) => market.signUp(`buyer_${n}`)));
  for (const seller of sellers) await makePremium(market, seller);
}, 120_000);
afterEach(async () => {
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const putLastCopies = async () => {
  listingIds = await Promise.all(sellers.map((seller) => putUpForSale(market, seller, { quantity: copies })));
};
/** The cart of buyer `n`: all cards, or three of them, in an order of its own. */
async function fillCart(buyer: TestMember, n: number, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const body = { listingId: listingIds[(n + at * (n % 2 === 0 ? 1 : 4)) % 5] };
    expect((await market.request('POST', '/api/cart/lines', { as: buyer, body })).status).toBe(200);
  }
}
const buyAll = (mode: 'all' | 'available') =>
  atOnce(
    market.url,
    buyers.map(({ cookie }) => ({
      path: '/api/purchases',
      headers: { cookie, origin: market.url },
      body: JSON.stringify({ mode }),
    })),
  );
/** Pays what was bought; answers the purchases as they were placed. */
async function payAll(answers: RawAnswer[]): Promise<{ orders: unknown[] }[]> {
  const bought = answers.filter(({ status }) => status === 201).map(({ body }) => JSON.parse(body));
  for (const { checkoutUrl } of bought) expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return bought.map(({ purchase }) => purchase);
}
const soldCopies = () =>
  rows(
    'select quantity_sold::int as sold, quantity_held::int as held from listing where id = any($1) order by array_position($1, id)',
    [listingIds],
  );
const codesOf = (answers: RawAnswer[]) => [
  ...new Set(
    answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${JSON.parse(body).code}`),
  ),
];

test('everything or nothing: seven of fifty carts are bought as a whole, and no copy is sold twice', {
  timeout: 120_000,
}, async () => {
  await putLastCopies();
  await Promise.all(buyers.map((buyer, n) => fillCart(buyer, n, 5)));
  const answers = await buyAll('all');
  const bought = await payAll(answers);
  expect(bought.map(({ orders }) => orders.length)).toEqual(Array(copies).fill(5));
  expect(codesOf(answers)).toEqual(['409 not_all_available']);
  expect(await soldCopies()).toEqual(Array(5).fill({ sold: copies, held: 0 }));
});

test('whatever is available: each last copy is sold once, and each purchase is paid as a whole', {
  timeout: 120_000,
}, async () => {
  await rows('delete from cart');
  await putLastCopies();
  await Promise.all(buyers.map((buyer, n) => fillCart(buyer, n, 3)));
  const answers = await buyAll('available');
  const bought = await payAll(answers);
  expect(bought.reduce((sum, { orders }) => sum + orders.length, 0)).toBe(5 * copies);
  expect(await soldCopies()).toEqual(Array(5).fill({ sold: copies, held: 0 }));
  const halfPaid = await rows("select purchase_id from orders group by purchase_id having bool_or(status <> 'paid')");
  expect(halfPaid).toEqual([]);
});
