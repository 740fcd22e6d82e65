import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListing } from '#features/listings/index.server.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderNumber } from '../model/order.number.ts';
import { ordersLimits } from '../model/orders.limits.ts';
import { buyPlaced, makePremium, passTime, pay } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
  await makePremium(market, seller);
}, 60_000);
afterAll(() => market?.close());

async function bought(name: string, isPaid: boolean): Promise<string> {
  const listing = await createListing(market.platform, actorOf(seller), {
    game: 'pokemon',
    name,
    condition: 'near_mint',
    price: { amount: 1_000, currency: 'USD' },
    quantity: 2,
    shipping: [{ name: 'Letter', price: { amount: 250, currency: 'USD' }, tracked: false }],
    status: 'active',
  });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listing.id, { quantity: 2, shipping: 'Letter' });
  if (isPaid) expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market, 1_000);
  return order.id;
}

async function csv(as: TestMember, query = '') {
  const { status, body, headers } = await market.request<string>('GET', `/api/orders/export.csv${query}`, { as });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(body, { columns: true }) as Record<string, string>[];
}

test('each side exports its orders with what it may see, filtered as on the page, and no cell is a formula', async () => {
  const id = await bought('=HYPERLINK("https://evil.test")', true);
  const unpaid = await bought('Mew', false);
  const ship = await market.request('POST', `/api/orders/${id}/ship`, {
    as: seller,
    body: { carrier: 'DHL', trackingNumber: '+0034' },
  });
  expect(ship.status).toBe(200);
  await market.request('POST', `/api/orders/${id}/refund`, { as: seller, body: { amount: 500 } });
  const day = market.clock.now().toISOString().slice(0, 10);
  const [latest, sale] = await csv(seller, '?role=seller');
  expect(latest).toMatchObject({ 'Order number': orderNumber(unpaid), 'Paid (UTC)': '', Earnings: '', Country: '' });
  expect(sale).toMatchObject({
    'Order number': orderNumber(id),
    Type: 'Sale',
    Status: 'Shipped',
    'Ordered (UTC)': day,
    'Paid (UTC)': day,
    'Shipped (UTC)': day,
    'Delivered (UTC)': '',
    Buyer: 'ben_buys',
    Seller: 'mara_sells',
    Country: 'US',
    Items: '2 × =HYPERLINK("https://evil.test")',
    Quantity: '2',
    'Items total': '20.00',
    Shipping: '2.50',
    Total: '22.50',
    Refunded: '5.00',
    Earnings: '17.50',
    Currency: 'USD',
    Carrier: 'DHL',
    'Tracking number': "'+0034",
  });
  const [, purchase] = await csv(buyer);
  expect(purchase).toMatchObject({ Type: 'Purchase', 'Selling fee': '', Earnings: '', Total: '22.50' });
  const numbers = async (query: string) => (await csv(seller, query)).map((row) => row['Order number']);
  expect(await numbers('?role=seller&status=shipped,delivered')).toEqual([orderNumber(id)]);
  expect(await numbers(`?role=seller&q=${orderNumber(unpaid).toLowerCase()}`)).toEqual([orderNumber(unpaid)]);
  expect(await numbers('?role=buyer')).toEqual([]);
  expect((await market.request('GET', '/api/orders/export.csv')).status).toBe(401);
  expect((await market.request('GET', '/api/orders/export.csv?status=gone', { as: seller })).status).toBe(422);
});

test('the number of exports has a limit', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n <= ordersLimits.exports.points; n++)
    statuses.add((await market.request('GET', '/api/orders/export.csv?role=buyer', { as: buyer })).status);
  expect([...statuses]).toEqual([200, 429]);
});
