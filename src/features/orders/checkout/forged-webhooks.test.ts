import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reconcileStripe } from '#platform/payments/reconcile.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { auditOrders, buyPlaced, passTime, putUpForSale, readOrderAs, setFaults } from '../testing.ts';
import { handlesStripe } from './handle-stripe-event.server.ts';
import { type Subscription, secrets, subscribe } from './webhooks.testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let rows: Subscription['rows'];
let sign: Subscription['sign'];
let send: Subscription['send'];
let silentPurchase: Subscription['silentPurchase'];

beforeAll(async () => {
  ({ market, seller, buyer, rows, sign, send, silentPurchase } = await subscribe());
});
afterEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
afterAll(() => market.close());

test('forgeries change nothing; a rotated secret and an unknown type are taken', async () => {
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
          client_reference_id: order.purchaseId,
          metadata: { purchaseId: order.purchaseId },
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
    ...[301, 600, 3_600, 86_400].map((age): [string, string] => [
      body,
      sign(body, secrets[0], new Date(now - age * 1000)),
    ]),
    ...[310, 600, 3_600, 86_400].map((ahead): [string, string] => [
      body,
      sign(body, secrets[0], new Date(now + ahead * 1000)),
    ]),
    [JSON.stringify(JSON.parse(body), null, 2), good],
    [body.replace('evt_', 'evt_x'), good],
    [`${body}\n`, good],
    [`\ufeff${body}`, good],
    ...['status', 'payment_status', 'metadata', 'livemode', 'created', 'object', 'type', 'data'].map(
      (word): [string, string] => [body.replace(word, `${word}_`), good],
    ),
    ...['', 'null', '[]', '"x"', '{', '{}', '{"id":1}', '{"id":"evt_1","type":"x"}'].map((text): [string, string] => [
      text,
      sign(text),
    ]),
  ];
  expect(refused.length).toBeGreaterThanOrEqual(40);
  for (const [payload, signature] of refused)
    expect(await send(payload, signature), `${payload.slice(0, 60)} with ${signature}`).toBe(400);
  expect(await send(`{"pad":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toBe(413);

  // Properly signed, but not ours or not true: taken, so that it is not sent for three days, and without effect.
  const harmless = [
    event({ livemode: true }),
    event({ account: 'acct_other' }),
    event({}, { metadata: { purchaseId: 'nothing' } }),
    event({}, { metadata: { purchaseId: "'; drop table orders; --" } }),
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
  expect(await rows('select count(*)::int as n from stripe_event')).toEqual([
    { n: before[0].n + harmless.length - 1 + 1 },
  ]);
  await market.request('POST', `/api/orders/${order.id}/cancel`, { as: buyer });
});

test('money that does not fit the order is not booked: the admin is alerted instead', async () => {
  const wrong: [string, string, unknown][] = [
    ['payment_intent', '{amount_received}', 1],
    ['payment_intent', '{currency}', 'eur'],
    ['checkout.session', '{amount_total}', 1],
    ['checkout.session', '{currency}', 'eur'],
    ['checkout.session', '{livemode}', true],
    ['checkout.session', '{metadata}', { purchaseId: 'another' }],
    ['checkout.session', '{id}', 'cs_test_another'],
  ];
  for (const [object, path, value] of wrong) {
    const listingId = await putUpForSale(market, seller);
    await setFaults(market, { dropWebhooks: true });
    const { orderId, events } = await silentPurchase(listingId);
    const change = (to: unknown) =>
      rows(
        `update sandbox_stripe_object set data = jsonb_set(data, $3::text[], $4::jsonb) where object = $1
         and id in (select case $1 when 'payment_intent' then data ->> 'payment_intent' else id end from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = (select purchase_id from orders where id = $2))`,
        [object, orderId, path, JSON.stringify(to)],
      );
    const [{ kept: stored }] = await rows(
      `select o.data #> $3::text[] as kept from sandbox_stripe_object o where o.object = $1
       and o.id in (select case $1 when 'payment_intent' then data ->> 'payment_intent' else id end from sandbox_stripe_object where object = 'checkout.session' and data ->> 'client_reference_id' = (select purchase_id from orders where id = $2))`,
      [object, orderId, path],
    );
    await change(value);
    for (const event of events) await send(event);
    await passTime(market);
    expect(
      (await rows('select status, attention is not null as attention from orders where id = $1', [orderId]))[0],
    ).toEqual({
      status: 'pending_payment',
      attention: true,
    });
    // Once corrected, the next event settles it.
    await change(stored);
    await reconcileStripe(market.platform, handlesStripe.types);
    await send(JSON.stringify({ ...JSON.parse(events[5] ?? ''), id: `evt_again_${orderId}` }));
    await passTime(market);
    expect((await rows('select status, attention from orders where id = $1', [orderId]))[0]).toEqual({
      status: 'paid',
      attention: null,
    });
  }
});
