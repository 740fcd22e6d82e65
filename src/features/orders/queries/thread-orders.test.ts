import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { readOrderTalk } from '../index.server.ts';
import { orderNumber } from '../model/order.number.ts';
import { makePremium, passTime, pay, putUpForSale } from '../testing.ts';

/** The steps of orders in the conversation from which they grew: read from the orders, for its two. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer, other] = await Promise.all([
    market.signUp('mara_sells'),
    market.signUp('ben_buys'),
    market.signUp('otto_other'),
  ]);
  await makePremium(market, seller);
}, 120_000);
afterAll(() => market?.close());

const thread = async (as: TestMember, listingId: string): Promise<string> =>
  (
    await market.request('POST', '/api/threads', {
      as,
      body: { recipientId: seller.id, listingId, text: 'Is it still there?' },
    })
  ).body.id;
const page = async (path: string, as: TestMember) => (await market.request<string>('GET', path, { as })).body;
/** The texts of the cards, in their order. */
const cards = (html: string) =>
  [...html.matchAll(/data-testid="order-card">(.*?)<\/a>/gs)].map(([, card]) =>
    (card ?? '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

test('an order that grew from a listing’s thread goes on in it: each step is a card for both sides, and orders of other members are not shown', {
  timeout: 120_000,
}, async () => {
  const listingId = await putUpForSale(market, seller, { price: 1_000, quantity: 3 });
  const [id, theirs] = [await thread(buyer, listingId), await thread(other, listingId)];
  const before = await page(`/messages/${id}`, buyer);
  expect(cards(before)).toEqual([]);
  // The subject of the conversation is shown above: its picture, its name and its price.
  expect(before).toMatch(/class="thr-pin">(<img|<picture).*?About.*?href="\/listings\/.*?<b>\$10\.00<\/b>/s);
  const placed = (await market.request('POST', '/api/orders', { as: buyer, body: { listingId } })).body;
  expect(cards(await page(`/messages/${id}`, buyer))).toEqual([expect.stringMatching(/^Order placed you /)]);
  await pay(placed.checkoutUrl);
  await passTime(market);
  await market.request('POST', `/api/threads/${id}/messages`, { as: seller, body: { text: 'Off it goes.' } });
  const shipped = await market.request('POST', `/api/orders/${placed.order.id}/ship`, {
    as: seller,
    body: { carrier: 'DHL', trackingNumber: 'X1' },
  });
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(200);
  const notified = cards(await page(`/messages/${id}`, buyer));
  expect(notified.map((card) => card.split(' ')[0])).toEqual(expect.arrayContaining(['Order', 'Paid', 'Shipped']));
  expect(notified.at(-1)).toMatch(/^Shipped mara_sells/);
  const html = await page(`/messages/${id}`, seller);
  expect(cards(html).at(-1)).toMatch(/^Shipped you/);
  // Above: the order with its status, and what was agreed instead of what the listing asks.
  const pin = /class="thr-pin">.*?<\/div><p class="thr-price">.*?<\/p>/s.exec(html)?.[0] ?? '';
  expect(pin).toContain(`href="/orders/${placed.order.id}"`);
  expect(pin.replaceAll(/<[^>]*>/g, ' ')).toMatch(
    new RegExp(`Order *(<!-- -->)?${orderNumber(placed.order.id)} .*Shipped`),
  );
  expect(pin).toMatch(/<b>\$10\.00<\/b>.*Agreed price/);
  expect(html).toContain(`href="/orders/${placed.order.id}"`);
  expect(cards(await page(`/messages/${theirs}`, other))).toEqual([]);
  expect(cards(await page(`/messages/${theirs}`, seller))).toEqual([]);
  // An order that dies unpaid is its buyer's own affair.
  const left = (await market.request('POST', '/api/orders', { as: other, body: { listingId } })).body;
  await market.request('POST', `/api/orders/${left.order.id}/cancel`, { as: other, body: {} });
  expect(cards(await page(`/messages/${theirs}`, other)).map((card) => card.split(' ')[0])).toEqual([
    'Order',
    'Cancelled',
  ]);
  expect(cards(await page(`/messages/${theirs}`, seller))).toEqual([]);

  // The same from the query: none with a third member, and between two moments only the steps of that interval.
  const steps = (viewer: TestMember, with_: TestMember, from: Date | null = null) =>
    readOrderTalk(market.platform, {
      viewerId: viewer.id,
      otherId: with_.id,
      subject: { kind: 'listing', id: listingId },
      from,
      until: null,
    });
  const titles = async (...args: Parameters<typeof steps>) => (await steps(...args)).steps.map(({ title }) => title);
  expect([await titles(other, seller), await titles(seller, other)]).toEqual([['Order placed', 'Cancelled'], []]);
  expect([await titles(buyer, other), await titles(other, buyer)]).toEqual([[], []]);
  const { steps: all } = await steps(buyer, seller);
  expect(all.map(({ title }) => title)).toEqual(expect.arrayContaining(['Order placed', 'Paid', 'Shipped']));
  const late = await titles(buyer, seller, new Date(all.at(-1)?.at ?? ''));
  expect([late.at(-1), late.includes('Order placed'), late.includes('Paid')]).toEqual(['Shipped', false, false]);
});

test('an order of several cards goes on where their offer stood: its steps are cards there and under each of its listings, named as of several', {
  timeout: 120_000,
}, async () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  const talk = async (as: TestMember) =>
    (await market.request('POST', '/api/threads', { as, body: { recipientId: seller.id, text: 'Hello.' } })).body.id;
  const offered = async (count: number, taken: number) => {
    const ids = await Promise.all(Array.from({ length: count }, () => putUpForSale(market, seller, { price: 1_000 })));
    const made = await market.request('POST', '/api/offers/basket', {
      as: buyer,
      body: { sellerId: seller.id, lines: ids.map((listingId) => ({ listingId })), amount: usd(900 * count) },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const picked = ids.slice(0, taken);
    expect(
      (await market.request('POST', `/api/offers/${made.body.id}/accept`, { as: seller, body: { lines: picked } }))
        .status,
    ).toBe(200);
    await passTime(market, 1_000);
    return {
      ids,
      order: () => market.request('POST', '/api/orders', { as: buyer, body: { offerId: made.body.lines[0].offerId } }),
    };
  };
  const words = (html: string) => cards(html).map((card) => card.split(' ')[0]);
  const [between, theirs] = [await talk(buyer), await talk(other)];
  const three = await offered(3, 3);
  const about = await thread(buyer, three.ids[2] ?? '');

  // A canceled unpaid order is shown too, and only to its buyer.
  const left = (await three.order()).body.order.id;
  await market.request('POST', `/api/orders/${left}/cancel`, { as: buyer, body: {} });
  expect(words(await page(`/messages/${between}`, buyer))).toEqual(['Order', 'Cancelled']);
  expect(words(await page(`/messages/${between}`, seller))).toEqual([]);

  await passTime(market, 1_000);
  const { order, checkoutUrl } = (await three.order()).body;
  await pay(checkoutUrl);
  await passTime(market, 1_000);
  await market.request('POST', `/api/orders/${order.id}/ship`, {
    as: seller,
    body: { carrier: 'DHL', trackingNumber: 'X1' },
  });
  for (const as of [buyer, seller]) {
    const html = await page(`/messages/${between}`, as);
    expect(words(html).slice(-3)).toEqual(['Order', 'Paid', 'Shipped']);
    expect(cards(html).at(-1)).toMatch(/ and 2 more$/);
    expect(html).toContain(`href="/orders/${order.id}"`);
    expect(cards(await page(`/messages/${about}`, as)).at(-1)).toMatch(/^Shipped .* and 2 more$/);
  }
  for (const as of [other, seller]) expect(cards(await page(`/messages/${theirs}`, as))).toEqual([]);

  // Where one line of an offer for several was accepted, its order has one card, and is shown in the same conversation.
  const one = await offered(2, 1);
  const before = cards(await page(`/messages/${between}`, seller)).length;
  await pay((await one.order()).body.checkoutUrl);
  await passTime(market, 1_000);
  const after = cards(await page(`/messages/${between}`, seller));
  expect(after.length).toBeGreaterThan(before);
  expect(after.at(-1)).not.toContain('more');
  // A purchase at the price belongs to its listing's thread, not to this one.
  const bought = await market.request('POST', '/api/orders', { as: buyer, body: { listingId: one.ids[1] } });
  expect(bought.status).toBe(201);
  expect(cards(await page(`/messages/${between}`, buyer))).toHaveLength(
    cards(await page(`/messages/${between}`, seller)).length + 2,
  );
});

test('over many pages of a conversation each step is on one of them', { timeout: 120_000 }, async () => {
  const listingId = await putUpForSale(market, seller, { price: 1_000 });
  const id = await thread(buyer, listingId);
  const say = async (count: number) => {
    await market.platform.pool.query(
      `with added as (insert into thread_message (id, thread_id, place, sender_id, text, created_at)
         select gen_random_uuid()::text, $1, t.last_place + n, $2, 'Word ' || n, $3::timestamptz from thread t, generate_series(1, $4::int) n where t.id = $1)
       update thread set last_place = last_place + $4::int where id = $1`,
      [id, buyer.id, market.clock.now(), count],
    );
    await passTime(market, 1_000);
  };
  await say(60);
  const { order, checkoutUrl } = (await market.request('POST', '/api/orders', { as: buyer, body: { listingId } })).body;
  await passTime(market, 1_000);
  await say(60);
  await pay(checkoutUrl);
  await passTime(market, 1_000);
  await say(10);
  const found: string[] = [];
  let at: string | undefined = `/messages/${id}`;
  let pages = 0;
  while (at && pages++ < 9) {
    const html: string = await page(at, buyer);
    found.push(...cards(html).map((card) => card.split(' ')[0] ?? ''));
    at = html.match(/href="([^"]*before=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(pages).toBe(3);
  expect(found.filter((word) => word === 'Order')).toHaveLength(1);
  expect(found.filter((word) => word === 'Paid')).toHaveLength(1);
  expect(order.id).toBeTruthy();
});
