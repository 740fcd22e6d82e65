import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { reconcileStripe } from '#platform/payments/reconcile.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';
import { hearsStripe } from './hear-stripe.server.ts';
import { placeOrder } from './place-order.server.ts';
import { resumeCheckout } from './start-checkout.server.ts';
import { auditOrders, buy, buyPlaced, cards, makePremium, passTime, pay, putUpForSale, readOrderAs, setFaults } from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let other: TestMember;
const secrets = ['whsec_new_one', 'whsec_old_one'] as const;

beforeAll(async () => {
  market = await startTestMarket({ env: { STRIPE_WEBHOOK_SECRET: secrets.join(',') } });
  [seller, buyer, other] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys'), market.signUp('olga_too')]);
  await makePremium(market, seller);
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const actor = (member: TestMember) => ({ id: member.id, role: 'member' as const, via: 'bearer' as const, sessionId: null, signedInAt: new Date() });

function sign(payload: string, secret: string = secrets[0], at = market.clock.now()): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) });
}

async function send(payload: string, signature: string | null = sign(payload)): Promise<number> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) };
  const response = await fetch(`${market.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return response.status;
}

/** Bought, declined once, paid; nothing of it has been heard yet. Answers the six events in the order in which they happened. */
async function silentPurchase(listingId: string): Promise<{ orderId: string; checkoutUrl: string; events: string[] }> {
  // Hundreds of purchases by one buyer are these tests' way, not a person's.
  await rows("delete from limit_counter where key like 'orders.%'");
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect((await pay(checkoutUrl, cards.declined)).status).toBe(402);
  expect((await pay(checkoutUrl)).status).toBe(200);
  const found = await rows(
    `select o.data from sandbox_stripe_object o join sandbox_stripe_delivery d on d.event_id = o.id
     where coalesce(o.data #>> '{data,object,metadata,orderId}', '') = $1 order by d.position`,
    [order.id],
  );
  return { orderId: order.id, checkoutUrl, events: found.map((row) => JSON.stringify(row.data)) };
}

test('[WH-1] [AP-07] each event counts once, however many times it is delivered at the same moment', async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { dropWebhooks: true });
  const { orderId, events } = await silentPurchase(listingId);
  expect(events).toHaveLength(6);
  const many = events.flatMap((event, index) => Array.from({ length: 1 + ((index * 7) % 20) }, () => event));
  expect(new Set(await Promise.all(many.map((event) => send(event))))).toEqual(new Set([200]));
  await passTime(market);
  expect((await readOrderAs(market, seller, orderId)).history.map((entry) => entry.status)).toEqual(['pending_payment', 'paid']);
  expect(await rows('select last_error from graphile_worker.jobs where last_error is not null')).toEqual([]);
  expect(await rows('select count(*)::int as n from stripe_event where id = any ($1)', [events.map((event) => JSON.parse(event).id)])).toEqual([
    { n: 6 },
  ]);
});

test('[WH-2] [AP-07] 200 of the 720 orders in which six events can arrive all end as Stripe says', { timeout: 300_000 }, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 200 });
  await setFaults(market, { dropWebhooks: true });
  const orderIds: string[] = [];
  for (let i = 0; i < 200; i++) {
    const { orderId, events } = await silentPurchase(listingId);
    orderIds.push(orderId);
    // The 720 permutations numbered; 200 spread over them.
    const statuses: number[] = [];
    for (const event of permutation(events, (i * 719) % 720)) statuses.push(await send(event));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    // A buyer may wait for five payments at most, and on a busy machine the jobs lag behind.
    if (i % 4 === 3) await passTime(market);
  }
  await passTime(market);
  expect(await rows('select distinct status from orders where id = any ($1)', [orderIds])).toEqual([{ status: 'paid' }]);
  expect(await rows('select status, quantity_sold from listing where id = $1', [listingId])).toEqual([{ status: 'sold', quantity_sold: 200 }]);
});

test('[WH-3] whichever of the events are lost, the next comparison makes it good and says so', { timeout: 300_000 }, async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 64 });
  await setFaults(market, { dropWebhooks: true });
  const orderIds: string[] = [];
  for (let lost = 0; lost < 64; lost++) {
    const { orderId, events } = await silentPurchase(listingId);
    orderIds.push(orderId);
    for (const [index, event] of events.entries()) if (!(lost & (1 << index))) await send(event);
    if (lost % 5 === 4) await passTime(market);
    if ((await rows("select count(*)::int as n from orders where buyer_id = $1 and status = 'pending_payment'", [buyer.id]))[0].n >= 5) {
      expect(await reconcileStripe(market.platform, hearsStripe.types)).toBeGreaterThan(0);
      await passTime(market);
    }
  }
  await passTime(market, 10 * minuteMs);
  await reconcileStripe(market.platform, hearsStripe.types);
  await passTime(market);
  expect(await rows('select distinct status from orders where id = any ($1)', [orderIds])).toEqual([{ status: 'paid' }]);
  expect(await reconcileStripe(market.platform, hearsStripe.types)).toBe(0);
});

test('[WH-5] forgeries change nothing; a rotated secret and an unknown type are taken', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  const event = (extra: Record<string, unknown> = {}, object: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: `evt_${Math.random().toString(36).slice(2)}`,
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(market.clock.now().getTime() / 1000),
      livemode: false,
      data: {
        object: {
          id: 'cs_test_forged',
          object: 'checkout.session',
          status: 'complete',
          payment_status: 'paid',
          client_reference_id: order.id,
          metadata: { orderId: order.id },
          ...object,
        },
      },
      ...extra,
    });
  const before = await rows('select count(*)::int as n from stripe_event');
  const now = market.clock.now().getTime();
  const body = event();
  const good = sign(body);
  const refused: [string, string | null][] = [
    [body, null],
    [body, ''],
    [body, 't=1'],
    [body, 'v1=abc'],
    [body, good.replace(/v1=.*/, '')],
    [body, good.replace('v1=', 'v0=')],
    [body, good.replace(/t=\d+/, `t=${Math.floor(now / 1000) - 5}`)],
    [body, good.replace(/v1=(.)/, (_, first) => `v1=${first === 'f' ? '0' : 'f'}`)],
    [body, good.slice(0, -1)],
    [body, good.toUpperCase()],
    [body, sign(body, 'whsec_wrong')],
    [body, sign(body, '')].map(String) as [string, string],
    [body, sign(body, secrets.join(','))],
    [body, sign(body, market.platform.config.stripe.secretKey)],
    ...[301, 600, 3_600, 86_400].map((age): [string, string] => [body, sign(body, secrets[0], new Date(now - age * 1000))]),
    ...[310, 600, 3_600, 86_400].map((ahead): [string, string] => [body, sign(body, secrets[0], new Date(now + ahead * 1000))]),
    [JSON.stringify(JSON.parse(body), null, 2), good],
    [body.replace('evt_', 'evt_x'), good],
    [`${body}\n`, good],
    [`\ufeff${body}`, good],
    ...['status', 'payment_status', 'metadata', 'livemode', 'created', 'object', 'type', 'data'].map((word): [string, string] => [
      body.replace(word, `${word}_`),
      good,
    ]),
    ...['', 'null', '[]', '"x"', '{', '{}', '{"id":1}', '{"id":"evt_1","type":"x"}'].map((text): [string, string] => [text, sign(text)]),
  ];
  expect(refused.length).toBeGreaterThanOrEqual(40);
  for (const [payload, signature] of refused) expect(await send(payload, signature), `${payload.slice(0, 60)} with ${signature}`).toBe(400);
  expect(await send(`{"pad":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toBe(413);

  // Properly signed, but not ours or not true: taken, so that it is not sent for three days, and without effect.
  const harmless = [
    event({ livemode: true }),
    event({ account: 'acct_other' }),
    event({}, { metadata: { orderId: 'nothing' } }),
    event({}, { metadata: { orderId: "'; drop table orders; --" } }),
    event({}, { metadata: null }),
    event({}, { amount_total: 1 }),
    event({}, { currency: 'eur' }),
    event({ type: 'payment_intent.succeeded' }),
    event({ type: 'charge.refunded' }),
    event({ type: 'planet.aligned' }),
  ];
  for (const payload of harmless) expect(await send(payload)).toBe(200);
  const rotated = event();
  expect(await send(rotated, sign(rotated, secrets[1]))).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  expect(await rows('select count(*)::int as n from stripe_event')).toEqual([{ n: before[0].n + harmless.length - 1 + 1 }]);
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer });
});

test('[WH-5] money that does not fit the order is not booked: the operator is told instead', async () => {
  const wrong: [string, string, unknown][] = [
    ['payment_intent', '{amount_received}', 1],
    ['payment_intent', '{currency}', 'eur'],
    ['checkout.session', '{amount_total}', 1],
    ['checkout.session', '{currency}', 'eur'],
    ['checkout.session', '{livemode}', true],
    ['checkout.session', '{metadata}', { orderId: 'another' }],
  ];
  for (const [object, path, value] of wrong) {
    const listingId = await putUpForSale(market, seller);
    await setFaults(market, { dropWebhooks: true });
    const { orderId, events } = await silentPurchase(listingId);
    const change = (to: unknown) =>
      rows(
        `update sandbox_stripe_object set data = jsonb_set(data, $3::text[], $4::jsonb) where object = $1
         and id in (select case $1 when 'payment_intent' then data ->> 'payment_intent' else id end from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = $2)`,
        [object, orderId, path, JSON.stringify(to)],
      );
    const [{ kept }] = await rows(
      `select o.data #> $3::text[] as kept from sandbox_stripe_object o where o.object = $1
       and o.id in (select case $1 when 'payment_intent' then data ->> 'payment_intent' else id end from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = $2)`,
      [object, orderId, path],
    );
    await change(value);
    for (const event of events) await send(event);
    await passTime(market);
    expect((await rows('select status, attention is not null as attention from orders where id = $1', [orderId]))[0]).toEqual({
      status: 'pending_payment',
      attention: true,
    });
    // Put right, the next rumour settles it.
    await change(kept);
    await reconcileStripe(market.platform, hearsStripe.types);
    await send(JSON.stringify({ ...JSON.parse(events[5] ?? ''), id: `evt_again_${orderId}` }));
    await passTime(market);
    expect((await rows('select status, attention from orders where id = $1', [orderId]))[0]).toEqual({ status: 'paid', attention: null });
  }
});

test('[WH-6] a webhook that is faster than the answer of our own call ends the same', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await rows('update payment set session_id = null, session_url = null where order_id = $1', [order.id]);
  await pay(checkoutUrl);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('paid');
});

test('a purchase that was cut off before its payment page goes on where it stopped, at the same page', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  await rows('update payment set session_id = null, session_url = null where order_id = $1', [order.id]);
  expect(await resumeCheckout(market.platform, actor(buyer), order.id)).toBe(checkoutUrl);
  expect(
    await rows("select count(*)::int as n from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = $1", [
      order.id,
    ]),
  ).toEqual([{ n: 1 }]);
  await pay(checkoutUrl);
});

test('webhooks doubled and in a random order end in the right state', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 5 });
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  const placed = [];
  for (let i = 0; i < 5; i++) placed.push(await buyPlaced(market, buyer, listingId));
  await Promise.all(placed.map(({ checkoutUrl }) => pay(checkoutUrl)));
  await passTime(market);
  for (const { order } of placed)
    expect((await readOrderAs(market, seller, order.id)).history.map((entry) => entry.status)).toEqual(['pending_payment', 'paid']);
});

/** Stripe does not answer while the buyer calls the order off, so its page stays open and is paid later. */
async function canceledWithOpenPage(listingId: string) {
  const placed = await buyPlaced(market, buyer, listingId);
  // As if Stripe had said wrongly that the page is closed: else the market closes it.
  await freeUnpaidOrder(market.platform, placed.order.id, 'cancel', { by: 'buyer' });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
  return placed;
}

test('[ST-15] [RC-5] money that lands late is used while the copy is still free', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect((await readOrderAs(market, buyer, order.id)).history.map((entry) => entry.status)).toEqual(['pending_payment', 'canceled', 'paid']);
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'sold' }]);
});

test('[A-08] money that lands late goes back where the seller describes the copy otherwise by then', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  expect((await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: { condition: 'poor' } })).status).toBe(200);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', refunded: order.totals.total });
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
});

test('[A-02] an order for an agreed price asks exactly that, whatever the listing asks, and keeps it when its money lands late', async () => {
  const shipping = [{ name: 'Letter', price: { amount: 250, currency: 'USD' as const }, tracked: false }];
  const agreedPrice = { amount: 1_050, currency: 'USD' as const };
  const listingId = await putUpForSale(market, seller, { price: 1_299, shipping });
  const { order, checkoutUrl } = await placeOrder(market.platform, actor(buyer), { listingId, quantity: 1 }, { agreedPrice });
  expect(order).toMatchObject({
    items: [{ price: { amount: 1_050 }, snapshot: { price: { amount: 1_299 } } }],
    totals: { items: { amount: 1_050 }, shipping: { amount: 250 }, total: { amount: 1_300, currency: 'USD' } },
  });
  expect(await rows('select amount from payment where order_id = $1', [order.id])).toEqual([{ amount: 1_300 }]);
  expect(
    await rows("select data ->> 'amount_total' as asked from sandbox_stripe_object where data ->> 'client_reference_id' = $1", [order.id]),
  ).toEqual([{ asked: '1300' }]);
  await setFaults(market, { dropWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await setFaults(market, { down: true });
  expect((await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer })).body.status).toBe('canceled');
  const dearer = { price: { amount: 1_500, currency: 'USD' } };
  expect((await market.request('PATCH', `/api/listings/${listingId}`, { as: seller, body: dearer })).status).toBe(200);
  await setFaults(market, null);
  await passTime(market, minuteMs);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'paid', totals: { total: { amount: 1_300 } }, refunded: null });
  expect(await rows('select captured_amount from payment where order_id = $1', [order.id])).toEqual([{ captured_amount: 1_300 }]);
});

test('[A-02] an agreed price that no card can carry holds nothing, and no browser can name one', async () => {
  const listingId = await putUpForSale(market, seller);
  const placing = placeOrder(market.platform, actor(buyer), { listingId, quantity: 1 }, { agreedPrice: { amount: 49, currency: 'USD' } });
  await expect(placing).rejects.toMatchObject({ status: 409, code: 'amount_not_payable' });
  expect((await buy(market, buyer, listingId, { agreedPrice: { amount: 50, currency: 'USD' } })).status).toBe(422);
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([{ status: 'active', quantity_held: 0 }]);
});

test('[ST-15] [RC-5] money that lands late for a copy that is gone goes back, exactly once', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order, checkoutUrl } = await canceledWithOpenPage(listingId);
  const second = await buyPlaced(market, other, listingId);
  await setFaults(market, { duplicateWebhooks: true });
  expect((await pay(checkoutUrl)).status).toBe(200);
  await pay(second.checkoutUrl);
  await passTime(market);
  expect(await readOrderAs(market, buyer, order.id)).toMatchObject({ status: 'canceled', refunded: { amount: 1_299 } });
  expect((await readOrderAs(market, other, second.order.id)).status).toBe('paid');
  const { rows: refunds } = await market.platform.pool.query('select state, cause from refund where order_id = $1', [order.id]);
  expect(refunds).toEqual([{ state: 'done', cause: 'late_payment' }]);
});

test('[FT-10] while Stripe is down buying says so, holds nothing, and the same key works once it is back', async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { down: true });
  const key = { 'idempotency-key': 'down-then-up' };
  const refused = await buy(market, buyer, listingId, {}, key);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'payment_unavailable', message: expect.stringContaining('Nothing was charged and nothing is held') },
  });
  expect(refused.headers.get('retry-after')).toBeTruthy();
  expect(await rows('select status, quantity_held from listing where id = $1', [listingId])).toEqual([{ status: 'active', quantity_held: 0 }]);
  await setFaults(market, null);
  const again = await buy(market, buyer, listingId, {}, key);
  expect(again.status).toBe(201);
  await pay(again.body.checkoutUrl);
});

test('[FT-9] while Stripe hangs buying gives up within 15 seconds, and reading goes on', { timeout: 40_000 }, async () => {
  const listingId = await putUpForSale(market, seller);
  await setFaults(market, { slowMs: 30_000 });
  const started = performance.now();
  const waiting = buy(market, buyer, listingId);
  expect((await market.request('GET', '/api/orders', { as: other })).status).toBe(200);
  expect((await waiting).body.code).toBe('payment_unavailable');
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await rows('select status from listing where id = $1', [listingId])).toEqual([{ status: 'active' }]);
});

test('[ST-15] while Stripe is down no hold is freed under an open page; once the page is over it is', async () => {
  const listingId = await putUpForSale(market, seller);
  const { order } = await buyPlaced(market, buyer, listingId);
  await setFaults(market, { down: true });
  await passTime(market, 30 * minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('pending_payment');
  await passTime(market, 10 * minuteMs);
  expect((await readOrderAs(market, buyer, order.id)).status).toBe('canceled');
});

/** The n-th of the permutations of these. */
function permutation<T>(items: readonly T[], n: number): T[] {
  const left = [...items];
  const result: T[] = [];
  for (let size = left.length, rest = n; size > 0; size--) {
    result.push(...left.splice(rest % size, 1));
    rest = Math.floor(rest / size);
  }
  return result;
}
