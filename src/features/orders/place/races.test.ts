import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import {
  atOnce,
  auditOrders,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  type RawAnswer,
} from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyers: TestMember[];

beforeAll(async () => {
  market = await startTestMarket();
  seller = await market.signUp('mara_sells');
  await makePremium(market, seller);
  buyers = await Promise.all(Array.from({ length: 50 }, (_, n) => market.signUp(`buyer_${n}`)));
}, 120_000);
afterEach(async () => {
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

const attempt = (buyer: TestMember, body: Record<string, unknown>, headers: Record<string, string> = {}) => ({
  path: '/api/orders',
  headers: { cookie: buyer.cookie, origin: market.url, ...headers },
  body: JSON.stringify(body),
});
const codesOf = (answers: RawAnswer[]) => {
  const counted: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = status === 201 ? 'bought' : `${status} ${JSON.parse(body).code}`;
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
};
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;

test('50 buyers press buy on each of 40 listings at the same moment: 2,000 attempts, each listing sold exactly once', {
  timeout: 300_000,
}, async () => {
  const listings: string[] = [];
  for (let i = 0; i < 40; i++) listings.push(await putUpForSale(market, seller));
  for (const listingId of listings) {
    const answers = await atOnce(
      market.url,
      buyers.map((buyer) => attempt(buyer, { listingId })),
    );
    expect(codesOf(answers)).toEqual({ bought: 1, '409 not_available': 49 });
    const loser = answers.find((answer) => answer.status === 409);
    expect(JSON.parse(loser?.body ?? '{}').message).toBe(
      'Another buyer is paying for this now. It’s available again if they don’t pay.',
    );
    const winner = answers.find((answer) => answer.status === 201);
    expect((await pay(JSON.parse(winner?.body ?? '{}').checkoutUrl)).status).toBe(200);
    // Five holds that are paid, but whose events have not arrived, must not block the next buyer.
    await passTime(market);
  }
  expect(
    await rows('select status, count(*)::int as n from listing where id = any ($1) group by status', [listings]),
  ).toEqual([{ status: 'sold', n: 40 }]);
  expect(
    await rows(
      "select count(*)::int as n, count(distinct i.listing_id)::int as listings from orders o join order_item i on i.order_id = o.id where i.listing_id = any ($1) and o.status = 'paid'",
      [listings],
    ),
  ).toEqual([{ n: 40, listings: 40 }]);
});

test('of seven copies, fifty buyers who each want two get three pairs, and the last copy stays for sale', {
  timeout: 60_000,
}, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 7 });
  const answers = await atOnce(
    market.url,
    buyers.map((buyer) => attempt(buyer, { listingId, quantity: 2 })),
  );
  expect(codesOf(answers)).toEqual({ bought: 3, '409 not_available': 47 });
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 6 },
  ]);
  await passTime(market, 30 * minuteMs);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([
    { status: 'active', quantity_held: 0 },
  ]);
});

test('payment, the end of the hold and the next buyer meet 200 times: money stays exactly where a copy was sold', {
  timeout: 300_000,
}, async () => {
  let held = 0;
  for (let round = 0; round < 5; round++) {
    const placed: { listingId: string; orderId: string; checkoutUrl: string }[] = [];
    for (let i = 0; i < 40; i++) {
      const listingId = await putUpForSale(market, seller);
      const { order, checkoutUrl } = await buyPlaced(market, buyers[i] as TestMember, listingId);
      placed.push({ listingId, orderId: order.id, checkoutUrl });
    }
    // The clock is before the end of the holds, by more than a busy machine needs for the next steps, since it keeps
    // running; then everything happens at once.
    await passTime(market, 29 * minuteMs);
    // In every other round the clock waits until the first payment is taken and processed, so that one payment wins
    // against it on any machine.
    const payments = placed.flatMap(({ checkoutUrl }, i) => (i % 4 === 3 ? [] : [pay(checkoutUrl)]));
    const clock = (round % 2 === 1 ? Promise.race(payments).then(() => market.runJobs()) : Promise.resolve()).then(() =>
      passTime(market, minuteMs),
    );
    const paid = Promise.all(payments);
    const again = atOnce(
      market.url,
      placed.map(({ listingId }, i) => attempt(buyers[(i + 7) % 50] as TestMember, { listingId })),
    );
    await Promise.all([clock, paid, again]);
    await passTime(market);
    const states = await rows(
      `select o.status, y.captured_amount - coalesce((select sum(amount) from refund r where r.order_id = o.id), 0)::int as kept
       from orders o join purchase y on y.id = o.purchase_id where o.id = any ($1)`,
      [placed.map(({ orderId }) => orderId)],
    );
    expect(states).toHaveLength(40);
    for (const state of states) expect(state.kept > 0, JSON.stringify(state)).toBe(state.status === 'paid');
    held += states.filter((state) => state.status === 'paid').length;
    expect(await auditOrders(market.platform.pool)).toEqual([]);
    await passTime(market, 31 * minuteMs);
  }
  expect(held).toBeGreaterThan(0);
});

test('one Idempotency-Key, 50 times at once: one order, the same bytes for all; with another body it is refused', {
  timeout: 60_000,
}, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 60 });
  const buyer = buyers[0] as TestMember;
  const key = { 'idempotency-key': 'one-purchase' };
  const answers = await atOnce(
    market.url,
    Array.from({ length: 50 }, () => attempt(buyer, { listingId, quantity: 2 }, key)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await rows('select quantity_held from listing where id = $1', [listingId])).toEqual([{ quantity_held: 2 }]);
  const changed = await market.request('POST', '/api/orders', {
    as: buyer,
    body: { listingId, quantity: 3 },
    headers: key,
  });
  expect(changed).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  // Another member's key of the same name is another key.
  const other = await market.request('POST', '/api/orders', {
    as: buyers[1] as TestMember,
    body: { listingId, quantity: 2 },
    headers: key,
  });
  expect(other.status).toBe(201);
  expect(other.body.order.id).not.toBe(JSON.parse(answers[0]?.body ?? '{}').order.id);
  expect(
    (
      await market.request('POST', '/api/orders', {
        as: buyer,
        body: { listingId },
        headers: { 'idempotency-key': 'x'.repeat(300) },
      })
    ).status,
  ).toBe(422);
  await pay(JSON.parse(answers[0]?.body ?? '{}').checkoutUrl);
});

test('a request whose process died after its order is taken up by the next with the same key', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const buyer = buyers[2] as TestMember;
  const send = () =>
    market.request('POST', '/api/orders', {
      as: buyer,
      body: { listingId },
      headers: { 'idempotency-key': 'cut-off' },
    });
  const first = await send();
  await rows("update idempotency_key set answer = null, lease_until = '-infinity' where member_id = $1", [buyer.id]);
  await rows(
    'update purchase set session_id = null, session_url = null where id = (select purchase_id from orders where id = $1)',
    [first.body.order.id],
  );
  const second = await send();
  expect(second.body.checkoutUrl).toBe(first.body.checkoutUrl);
  expect(second.body.order.id).toBe(first.body.order.id);
  expect(await rows('select quantity_held from listing where id = $1', [listingId])).toEqual([{ quantity_held: 1 }]);
  await pay(second.body.checkoutUrl);
  // Paid meanwhile by another way: still the one order, and no second purchase.
  await passTime(market);
  await rows("update idempotency_key set answer = null, lease_until = '-infinity' where member_id = $1", [buyer.id]);
  expect(await send()).toMatchObject({ status: 201, body: { order: { id: first.body.order.id, status: 'paid' } } });
});

test('the same idempotency key places a new order when the process died and the order was canceled since', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const buyer = buyers[3] as TestMember;
  const send = () =>
    market.request('POST', '/api/orders', {
      as: buyer,
      body: { listingId },
      headers: { 'idempotency-key': 'called-off' },
    });
  const first = await send();
  await rows("update idempotency_key set answer = null, lease_until = '-infinity' where member_id = $1", [buyer.id]);
  await market.request('POST', `/api/orders/${first.body.order.id}/cancel`, { as: buyer });
  const second = await send();
  expect(second.status).toBe(201);
  expect(second.body.order.id).not.toBe(first.body.order.id);
  expect((await send()).body).toEqual(second.body);
});
