import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { createTestDatabase } from '#testing/servers/test-database.ts';
import { MovableClock } from '../../../clock/clock.ts';
import { createLog } from '../../../log/log.ts';
import { configuredPubSub } from '../../../pubsub/open.ts';
import { createPayments } from '../../stripe.ts';
import { createStripeSandbox, type StripeSandbox } from '../sandbox.ts';
import { periodEnd } from './subscriptions.ts';

const clock = new MovableClock();
const price = 'price_test';
let url: string;
let server: Server;
let pool: pg.Pool;
let sandbox: StripeSandbox;
let stripe: Stripe;
let received: Stripe.Event[] = [];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  drop = database.drop;
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('connect', (client) => client.on('error', () => {}));
  const app = new Hono();
  server = serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { secretKey: 'sk_test_billing', webhookSecret: 'whsec_billing' };
  const payments = createPayments({ ...settings, apiBase: `${url}/sandbox/stripe/api` }, clock);
  app.post('/hook', async (c) => {
    received.push((await payments.verifyWebhook(await c.req.text(), c.req.header('stripe-signature'))) as Stripe.Event);
    return c.text('');
  });
  const addresses = { webhookUrl: `${url}/hook`, publicUrl: `${url}/sandbox/stripe` };
  sandbox = createStripeSandbox({
    pool,
    clock,
    log: createLog('silent'),
    pubsub: configuredPubSub({ redisUrl: null, databaseUrl: database.url, pool, log: createLog('silent') }),
    ...settings,
    premiumPriceId: price,
    ...addresses,
  });
  app.route('/sandbox/stripe', sandbox.app);
  stripe = payments.stripe;
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => server.close(resolve));
  await pool.end();
  await drop();
});
beforeEach(async () => {
  await sandbox.settle();
  received = [];
});

const post = (address: string, body: unknown) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
const typed = (address: string, body: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(body) });

async function subscribe(card = '4242424242424242'): Promise<{ customer: string; id: string; session: string }> {
  const customer = await stripe.customers.create({ email: 'b@example.test', metadata: { userId: 'u1' } });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.test/premium?session={CHECKOUT_SESSION_ID}',
    subscription_data: { metadata: { userId: 'u1' } },
  });
  expect((await post(`${session.url}/pay`, { card })).status).toBe(200);
  const done = await stripe.checkout.sessions.retrieve(session.id);
  return { customer: customer.id, id: String(done.subscription), session: session.id };
}

/** Delivers pending webhooks first: after a jump of the clock their signatures would be too old. */
async function pass(days: number): Promise<void> {
  await sandbox.settle();
  clock.advance(days * dayMs);
  await sandbox.settle();
}
/** Advances to an hour after the current period. */
async function passPeriod(id: string): Promise<void> {
  await sandbox.settle();
  clock.advance((endOf(await stripe.subscriptions.retrieve(id)) + 3_600) * 1000 - clock.now().getTime());
  await sandbox.settle();
}
const types = () => received.map((event) => event.type).sort();
const typesOf = (customer: string) =>
  received
    .filter((event) => (event.data.object as { customer?: unknown }).customer === customer)
    .map((event) => event.type);
const endOf = (subscription: Stripe.Subscription) => subscription.items.data[0]?.current_period_end ?? 0;

test('the price is 4.00 USD a month, and no other id is known', async () => {
  const found = await stripe.prices.retrieve(price, { expand: ['product'] });
  expect(found).toMatchObject({
    unit_amount: 400,
    currency: 'usd',
    recurring: { interval: 'month' },
    product: { name: 'Premium' },
  });
  await expect(stripe.prices.retrieve('price_other')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

test('a paid checkout creates a subscription with a paid invoice, and sends its events', async () => {
  const { customer, id, session } = await subscribe();
  const found = await stripe.subscriptions.retrieve(id);
  expect(found).toMatchObject({ status: 'active', customer, cancel_at_period_end: false, metadata: { userId: 'u1' } });
  expect(found).not.toHaveProperty('sandbox');
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.map((one) => one.id)).toEqual([id]);
  const { data: invoices } = await stripe.invoices.list({ customer });
  expect(invoices).toHaveLength(1);
  expect(invoices[0]).toMatchObject({ status: 'paid', amount_paid: 400, billing_reason: 'subscription_create' });
  expect((await fetch(String(invoices[0]?.hosted_invoice_url))).status).toBe(200);
  expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({
    mode: 'subscription',
    payment_intent: null,
    status: 'complete',
  });
  await sandbox.settle();
  expect(types()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'customer.subscription.created',
    'invoice.paid',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
});

test('a card with authentication starts a subscription after its approval; a declined one starts none', async () => {
  const customer = await stripe.customers.create({ email: 'c@example.test' });
  const base = {
    mode: 'subscription' as const,
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://shop.test/',
  };
  const session = await stripe.checkout.sessions.create(base);
  expect((await post(`${session.url}/pay`, { card: '4000000000000002' })).status).toBe(402);
  const authentication = (await (await post(`${session.url}/pay`, { card: '4000002500003155' })).json()) as {
    authenticateUrl: string;
  };
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  expect((await post(authentication.authenticateUrl, { approve: true })).status).toBe(200);
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toMatchObject([
    { status: 'active' },
  ]);
});

test('subscriptions renew with time: three months make three more paid invoices, each on the anchor’s day', async () => {
  const { customer, id } = await subscribe();
  const { billing_cycle_anchor: anchor } = await stripe.subscriptions.retrieve(id);
  await pass(95);
  const found = await stripe.subscriptions.retrieve(id);
  expect([found.status, endOf(found)]).toEqual(['active', periodEnd(anchor, 4)]);
  const { data } = await stripe.invoices.list({ customer });
  expect(data.map((invoice) => [invoice.status, invoice.billing_reason])).toEqual([
    ...Array(3).fill(['paid', 'subscription_cycle']),
    ['paid', 'subscription_create'],
  ]);
  expect(typesOf(customer).filter((type) => type === 'invoice.paid')).toHaveLength(4);
});

test('a failed renewal is past due, is retried, and ends the subscription after the last try', async () => {
  const { customer, id } = await subscribe('4000000000000341');
  await passPeriod(id);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  expect((await stripe.invoices.list({ customer })).data[0]).toMatchObject({ status: 'open', attempt_count: 1 });
  expect(typesOf(customer)).toContain('invoice.payment_failed');
  await pass(15);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  expect(typesOf(customer).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  expect(typesOf(customer).filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
});

test('a new card in the portal pays the open invoice', async () => {
  const { customer, id } = await subscribe('4000000000000341');
  await passPeriod(id);
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://shop.test/settings' });
  expect((await typed(`${portal.url}/card`, { cardNumber: '4000 0000 0000 0002' })).status).toBe(402);
  const answer = await typed(`${portal.url}/card`, { cardNumber: '4242 4242 4242 4242' });
  expect(await answer.text()).toContain('Card changed');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});

test('the invoice of an ended subscription can be paid until it is voided, then Stripe’s error is returned', async () => {
  const { customer, id } = await subscribe('4000000000000341');
  await passPeriod(id);
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({
    cancellation_details: { reason: 'cancellation_requested' },
  });
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
  const bill = String(open?.id);
  const page = String(open?.hosted_invoice_url);
  expect(await (await fetch(page)).text()).toContain('Pay $4.00');
  expect((await typed(`${page}/pay`, { cardNumber: '4000 0000 0000 0002' })).status).toBe(402);
  expect(await stripe.invoices.voidInvoice(bill)).toMatchObject({
    id: bill,
    status: 'void',
    status_transitions: { voided_at: expect.any(Number) },
  });
  const notOpen = {
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    message: "You can only pass in open invoices. This invoice isn't open.",
  };
  await expect(stripe.invoices.voidInvoice(bill)).rejects.toMatchObject(notOpen);
  const [paid] = (await stripe.invoices.list({ customer, status: 'paid' })).data;
  await expect(stripe.invoices.voidInvoice(String(paid?.id))).rejects.toMatchObject(notOpen);
  await expect(stripe.invoices.voidInvoice('in_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
  });
  const answer = await typed(`${page}/pay`, { cardNumber: '4242 4242 4242 4242' });
  expect([answer.status, (await answer.text()).includes('No payment is due.')]).toEqual([409, true]);
  await sandbox.settle();
  expect(typesOf(customer)).toContain('invoice.voided');
});

test('after payment of its invoice on the page a subscription stays active, and an ended one stays ended', async () => {
  for (const isOver of [false, true]) {
    const { customer, id } = await subscribe('4000000000000341');
    await passPeriod(id);
    if (isOver) await stripe.subscriptions.cancel(id);
    const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
    expect((await typed(`${open?.hosted_invoice_url}/pay`, { cardNumber: '4242 4242 4242 4242' })).status).toBe(200);
    const [latest] = (await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice'] }))
      .data;
    expect([latest?.status, latest?.latest_invoice]).toMatchObject([
      isOver ? 'canceled' : 'active',
      { id: open?.id, status: 'paid' },
    ]);
  }
  await expect(stripe.invoices.list({ starting_after: 'in_none' })).rejects.toMatchObject({
    statusCode: 404,
    param: 'starting_after',
  });
  await expect(stripe.subscriptions.list({ expand: ['latest_invoice'] })).rejects.toMatchObject({
    statusCode: 400,
    param: 'expand',
  });
});

test('a cancellation at the end of the period can be taken back, otherwise the subscription ends there', async () => {
  const { customer, id } = await subscribe();
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: endOf(ending) });
  const portal = await stripe.billingPortal.sessions.create({ customer });
  expect(await (await fetch(portal.url)).text()).toContain('Keep plan');
  await typed(`${portal.url}/keep`, {});
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await typed(`${portal.url}/cancel`, {});
  await pass(32);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: endOf(ending) });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test('a subscription can be ended at once, and a link to the portal expires after an hour', async () => {
  const { customer, id } = await subscribe();
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
  const portal = await stripe.billingPortal.sessions.create({ customer });
  clock.advance(3_601_000);
  expect((await fetch(portal.url)).status).toBe(410);
  await expect(stripe.billingPortal.sessions.create({ customer: 'cus_nobody' })).rejects.toMatchObject({
    statusCode: 404,
  });
});

test('months end on the same day, or on the last of a shorter one', () => {
  const anchor = Date.UTC(2027, 0, 31, 9) / 1000;
  const ends = [1, 2, 13].map((months) => new Date(periodEnd(anchor, months) * 1000).toISOString().slice(0, 13));
  expect(ends).toEqual(['2027-02-28T09', '2027-03-31T09', '2028-02-29T09']);
});
