import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';
import type Stripe from 'stripe';
import { inject } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { createStripeSandbox } from '#platform/payments/sandbox/sandbox.ts';
import { createPayments } from '#platform/payments/stripe.ts';
import { configuredPubSub } from '#platform/pubsub/open.ts';
import { createTestDatabase } from './test-database.ts';

const secretKey = 'sk_test_sandbox';

/** The Stripe sandbox on its own server and database; `hook` answers its webhooks with a status. */
export async function startSandbox(hook: (event: Stripe.Event) => Promise<number>) {
  const clock = new MovableClock();
  const webhookSecret = 'whsec_sandbox';
  const database = await createTestDatabase(inject('databaseServer'));
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('connect', (client) => client.on('error', () => {}));
  const app = new Hono();
  app.post('/hook', async (c) => {
    const event = await payments.verifyWebhook(await c.req.text(), c.req.header('stripe-signature'));
    return c.text('', (await hook(event as Stripe.Event)) as 200);
  });
  const server = serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createStripeSandbox({
    pool,
    clock,
    log: createLog('silent'),
    pubsub: configuredPubSub({ redisUrl: null, databaseUrl: database.url, pool, log: createLog('silent') }),
    secretKey,
    webhookSecret,
    premiumPriceId: 'price_test',
    webhookUrl: `${url}/hook`,
    publicUrl: `${url}/sandbox/stripe`,
  });
  app.route('/sandbox/stripe', sandbox.app);
  const payments = createPayments({ secretKey, webhookSecret, apiBase: `${url}/sandbox/stripe/api` }, clock);
  const close = async () => {
    await sandbox.settle();
    await sandbox.close();
    await new Promise((resolve) => server.close(resolve));
    await pool.end();
    await database.drop();
  };
  return { clock, url, pool, sandbox, stripe: payments.stripe, close };
}

export type Sandboxed = Awaited<ReturnType<typeof startSandbox>>;

export const params = (
  extra: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 2, price_data: { currency: 'eur', unit_amount: 650, product_data: { name: 'Card <b>&</b> co' } } },
  ],
  success_url: 'http://shop.test/done?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/back',
  client_reference_id: 'order1',
  metadata: { orderId: 'order1' },
  payment_intent_data: { metadata: { orderId: 'order1' } },
  shipping_address_collection: { allowed_countries: ['FR', 'US'] },
  ...extra,
});
/** A shipping option as Stripe accepts it. */
export const shipping = [
  {
    shipping_rate_data: {
      type: 'fixed_amount' as const,
      display_name: 'Letter',
      fixed_amount: { amount: 250, currency: 'eur' },
    },
  },
];
export const post = async (address: string, body: unknown, type = 'application/json') => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': type },
    body: type === 'application/json' ? JSON.stringify(body) : String(body),
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
  };
};
