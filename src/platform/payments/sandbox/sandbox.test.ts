import type pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MovableClock } from '#platform/clock/clock.ts';
import { params, post, shipping, startSandbox } from '#testing/servers/stripe-sandbox.ts';
import { createPayments } from '../stripe.ts';
import type { StripeSandbox } from './sandbox.ts';

let clock: MovableClock;
let url: string;
let pool: pg.Pool;
let sandbox: StripeSandbox;
let stripe: Stripe;
let close: () => Promise<void>;
let received: Stripe.Event[] = [];
let hookStatus = 200;
/** Runs before the webhook answers. */
let hookWaits: () => Promise<void> = async () => {};

beforeAll(async () => {
  ({ clock, url, pool, sandbox, stripe, close } = await startSandbox(async (event) => {
    received.push(event);
    await hookWaits();
    return hookStatus;
  }));
});
afterAll(() => close());
beforeEach(async () => {
  await sandbox.settle();
  received = [];
  hookStatus = 200;
  hookWaits = async () => {};
  await sandbox.setFaults({});
});

const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

test('a payment with a known address asks for none; both at once, or a part of an address that Stripe lacks, are refused', async () => {
  const address = { line1: '12 Rue de Rivoli', city: 'Paris', postal_code: '75001', country: 'FR' };
  const known = { payment_intent_data: { shipping: { name: 'Ada Byron', address } } };
  const refused = async (extra: object) =>
    stripe.checkout.sessions.create(params(extra)).then(
      () => null,
      ({ param }: { param?: string }) => param,
    );
  const asking = { shipping_address_collection: { allowed_countries: ['FR'] } };
  expect(await refused({ ...asking, ...known })).toBe('payment_intent_data[shipping]');
  const none = { shipping_address_collection: undefined };
  const street = { name: 'Ada Byron', address: { ...address, street: 'Rue de Rivoli' } };
  expect(await refused({ ...none, payment_intent_data: { shipping: street } })).toContain('street');
  const session = await stripe.checkout.sessions.create(params({ ...none, ...known }));
  expect((await post(`${session.url}/pay`, { card: '4242 4242 4242 4242' })).status).toBe(200);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid.collected_information?.shipping_details).toBeNull();
  expect(paid.payment_intent).toMatchObject({ shipping: { name: 'Ada Byron', address } });
});

test('the SDK opens a session, it is paid on the hosted page, and signed webhooks arrive', async () => {
  const session = await stripe.checkout.sessions.create(
    params({ shipping_options: shipping, expires_at: nowSeconds() + 1_900 }),
  );
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 1_550,
    currency: 'eur',
    livemode: false,
    client_reference_id: 'order1',
  });
  expect(session).not.toHaveProperty('sandbox');
  const paid = await post(`${session.url}/pay`, { card: '4242 4242 4242 4242' });
  expect(paid.status).toBe(200);
  expect(paid.json.redirectUrl).toBe(`http://shop.test/done?s=${session.id}`);
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  });
  expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(after.payment_intent).toMatchObject({
    status: 'succeeded',
    amount_received: 1_550,
    metadata: { orderId: 'order1' },
    latest_charge: { paid: true, captured: true },
  });
  expect(after.line_items?.data[0]).toMatchObject({ quantity: 2, amount_total: 1_300 });
  expect(after.collected_information?.shipping_details?.address.country).toBe('US');
  await sandbox.settle();
  expect(received.map((event) => event.type).sort()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  // Paying again redirects to the same address without another charge.
  expect((await post(`${session.url}/pay`, { card: '4242424242424242' })).json.redirectUrl).toBe(paid.json.redirectUrl);
  expect(
    (await stripe.charges.list({ payment_intent: (after.payment_intent as Stripe.PaymentIntent).id })).data,
  ).toHaveLength(1);
});

test('a declined card can be followed by a valid one', async () => {
  const session = await stripe.checkout.sessions.create(params());
  const declined = await post(`${session.url}/pay`, { card: '4000000000000002' });
  expect(declined).toMatchObject({ status: 402, json: { code: 'card_declined', message: 'Your card was declined.' } });
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  expect((await post(`${session.url}/pay`, { card: '4242424242424242' })).status).toBe(200);
  await sandbox.settle();
  // Delivered concurrently: the order of arrival is not guaranteed, as at Stripe.
  expect(received.map((event) => event.type).sort()).toEqual([
    'charge.failed',
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ]);
});

test.each([
  [true, 200, 'complete'],
  [false, 402, 'open'],
])('a card that asks for authentication: approve %s', async (approve, status, state) => {
  const session = await stripe.checkout.sessions.create(params());
  const response = await post(`${session.url}/pay`, { card: '4000002500003155' });
  expect(response.json).toMatchObject({ status: 'requires_action' });
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
  expect((await post(response.json.authenticateUrl, { approve })).status).toBe(status);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe(state);
});

test('expires_at under 30 minutes and over 24 hours is refused, as Stripe does', async () => {
  for (const [away, text] of [
    [1_790, 'at least 30 minutes'],
    [86_500, 'less than 24 hours'],
  ] as const) {
    const error = await stripe.checkout.sessions
      .create(params({ expires_at: nowSeconds() + away }))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param: 'expires_at', message: expect.stringContaining(text) });
  }
});

test('wrong keys, unknown and missing parameters and unknown objects answer in Stripe’s shape', async () => {
  const stranger = createPayments(
    { secretKey: 'sk_test_other', webhookSecret: 'whsec_other', apiBase: `${url}/sandbox/stripe/api` },
    clock,
  ).stripe;
  await expect(stranger.checkout.sessions.create(params())).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  await expect(stripe.checkout.sessions.create({ ...params(), nonsense: 1 } as never)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'nonsense',
  });
  const { success_url: _gone, ...rest } = params();
  await expect(stripe.checkout.sessions.create(rest)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'success_url',
  });
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  });
  await expect(stripe.rawRequest('POST', '/v1/nothing', {})).rejects.toMatchObject({ statusCode: 404 });
  await expect(
    stripe.checkout.sessions.create(
      params({
        line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 1, product_data: { name: 'x' } } }],
      }),
    ),
  ).rejects.toMatchObject({
    code: 'amount_too_small',
  });
});

test('an idempotency key returns the same answer, refuses other parameters, and expires after 24 hours', async () => {
  const key = { idempotencyKey: 'order-1' };
  const many = await Promise.all(Array.from({ length: 20 }, () => stripe.checkout.sessions.create(params(), key)));
  expect(new Set(many.map((session) => session.id)).size).toBe(1);
  await expect(stripe.checkout.sessions.create(params({ client_reference_id: 'order2' }), key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  // A request that failed validation is not stored.
  await expect(
    stripe.checkout.sessions.create(params({ expires_at: 5 }), { idempotencyKey: 'order-2' }),
  ).rejects.toMatchObject({
    param: 'expires_at',
  });
  await stripe.checkout.sessions.create(params(), { idempotencyKey: 'order-2' });
  clock.advance(24 * 3_600_000 + 5_000);
  expect((await stripe.checkout.sessions.create(params(), key)).id).not.toBe(many[0]?.id);
});

test('refunds never exceed the captured amount, also concurrently', async () => {
  const session = await stripe.checkout.sessions.create(params());
  await post(`${session.url}/pay`, { card: '4242424242424242' });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  const intent = payment_intent as string;
  await stripe.refunds.create({ payment_intent: intent, amount: 300 });
  await expect(stripe.refunds.create({ payment_intent: intent, amount: 1_001 })).rejects.toMatchObject({
    param: 'amount',
  });
  const race = await Promise.allSettled(
    Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: intent, amount: 1_000 })),
  );
  expect(race.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const { data } = await stripe.refunds.list({ payment_intent: intent });
  expect(data.reduce((sum, refund) => sum + refund.amount, 0)).toBe(1_300);
});

test('a session expires with time or on request, and then accepts no card', async () => {
  const ends = await stripe.checkout.sessions.create(params({ expires_at: nowSeconds() + 1_900 }));
  const notified = await stripe.checkout.sessions.create(params());
  expect((await stripe.checkout.sessions.expire(notified.id)).status).toBe('expired');
  await expect(stripe.checkout.sessions.expire(notified.id)).rejects.toMatchObject({
    message: expect.stringContaining('status of `expired`'),
  });
  clock.advance(1_901_000);
  expect(await post(`${ends.url}/pay`, { card: '4242424242424242' })).toMatchObject({
    status: 410,
    json: { code: 'session_expired' },
  });
  await sandbox.settle();
  // On a busy machine a delivery may need a retry.
  clock.advance(1_100);
  await sandbox.settle();
  const expired = received.flatMap((event) => (event.type === 'checkout.session.expired' ? event.data.object.id : []));
  expect(new Set(expired)).toEqual(new Set([ends.id, notified.id]));
});

test('webhooks are retried until they are accepted; they can be duplicated, shuffled and lost', async () => {
  hookStatus = 500;
  const session = await stripe.checkout.sessions.create(params());
  await stripe.checkout.sessions.expire(session.id);
  await sandbox.settle();
  expect(received).toHaveLength(1);
  hookStatus = 200;
  clock.advance(1_100);
  await sandbox.settle();
  expect(received).toHaveLength(2);
  expect(new Set(received.map((event) => event.id)).size).toBe(1);

  received = [];
  await sandbox.setFaults({ duplicateWebhooks: true });
  await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(params())).id);
  await sandbox.settle();
  expect(received).toHaveLength(2);

  received = [];
  await sandbox.setFaults({ dropWebhooks: true });
  const lost = await stripe.checkout.sessions.create(params());
  await stripe.checkout.sessions.expire(lost.id);
  clock.advance(3_600_000);
  await sandbox.settle();
  expect(received).toHaveLength(0);
  const { data } = await stripe.events.list({
    types: ['checkout.session.expired'],
    created: { gte: nowSeconds() - 4_000 },
    limit: 5,
  });
  // Events of the same second have no order.
  expect(data.map((event) => (event.data.object as Stripe.Checkout.Session).id)).toContain(lost.id);
});

test('four webhooks are delivered at once: a slow answer delays no other', async () => {
  const fourUnderWay = Promise.withResolvers<void>();
  hookWaits = async () => {
    if (received.length === 4) fourUnderWay.resolve();
    await fourUnderWay.promise;
  };
  const sessions = await Promise.all(Array.from({ length: 4 }, () => stripe.checkout.sessions.create(params())));
  await Promise.all(sessions.map((session) => stripe.checkout.sessions.expire(session.id)));
  await sandbox.settle();
  expect(new Set(received.map((event) => (event.data.object as Stripe.Checkout.Session).id))).toEqual(
    new Set(sessions.map((session) => session.id)),
  );
  // Each arrived at the first try.
  const { rows } = await pool.query('select state from sandbox_stripe_delivery where event_id = any($1)', [
    received.map(({ id }) => id),
  ]);
  expect(rows).toEqual(Array(4).fill({ state: 'delivered' }));
});

test('lists page as the SDK expects', async () => {
  const created = [];
  for (let i = 0; i < 5; i++) created.push((await stripe.checkout.sessions.create(params())).id);
  const listed: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 2, created: { gte: nowSeconds() - 60 } }))
    listed.push(session.id);
  expect(listed).toEqual(expect.arrayContaining(created));
  expect(new Set(listed).size).toBe(listed.length);
});

test('when it is down the SDK gets an error, and the page shows it', async () => {
  const session = await stripe.checkout.sessions.create(params());
  await post(`${url}/sandbox/stripe/faults`, { down: true });
  await expect(stripe.checkout.sessions.create(params(), { maxNetworkRetries: 0 })).rejects.toMatchObject({
    statusCode: 503,
  });
  expect((await fetch(session.url ?? '')).status).toBe(503);
  await fetch(`${url}/sandbox/stripe/faults`, { method: 'DELETE' });
  expect((await fetch(session.url ?? '')).status).toBe(200);
  await post(`${url}/sandbox/stripe/faults`, { slowMs: 400 });
  await expect(stripe.checkout.sessions.create(params(), { timeout: 100, maxNetworkRetries: 0 })).rejects.toMatchObject(
    {
      type: 'StripeConnectionError',
    },
  );
});
