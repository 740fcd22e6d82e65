import { Hono } from 'hono';
import type pg from 'pg';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { PubSub } from '../../pubsub/pubsub.ts';
import { stripeApi } from './api.ts';
import { runBilling } from './billing/billing-cycle.ts';
import { hostedPortal } from './billing/portal.ts';
import { lockSession } from './charge.ts';
import { Courier } from './courier.ts';
import { bankCalls } from './disputes/bank-calls.ts';
import { endUnansweredDisputes } from './disputes/disputes.ts';
import { type Faults, faultsSchema, noFaults } from './faults.ts';
import { seconds } from './objects.ts';
import { hostedCheckout } from './pages/hosted.ts';
import { shareFaults } from './shared-faults.ts';
import { inTransaction } from './store.ts';

export interface StripeSandboxOptions {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  pubsub: PubSub;
  secretKey: string;
  webhookSecret: string;
  /** The id that the market knows the premium price by. */
  premiumPriceId: string;
  /** Where the market takes webhooks: `{appUrl}/api/stripe/webhook`. */
  webhookUrl: string;
  /** Where `app` is mounted as people reach it, without a slash at the end: `{appUrl}/sandbox/stripe`. */
  publicUrl: string;
}

export interface StripeSandbox {
  /**
   * To be mounted at /sandbox/stripe: the API under /api/v1, hosted pages under /checkout, /portal and /invoices,
   * faults under /faults, a bank's doings under /disputes and /fraud-warnings.
   */
  app: Hono;
  /**
   * From now on what nobody asked for happens too: sessions end with their time, subscriptions renew, webhooks that
   * wait are carried.
   */
  open(): void;
  /** What the clock has ended is ended, and all webhooks that are due have been carried when this resolves. */
  settle(): Promise<void>;
  /** In force in all processes of the market when this resolves. */
  setFaults(faults: Partial<Faults>): Promise<void>;
  close(): Promise<void>;
}

/**
 * A Stripe of our own that the real SDK talks to over HTTP. It keeps its books and its faults in PostgreSQL, one set
 * for all processes, and it lives by the sandbox clock: `created`, expiry and signatures carry that time.
 */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { pool, clock, log, pubsub: wire } = options;
  const faults = shareFaults(pool, wire, log);
  const readFaults = faults.read;
  // While a secret is being replaced, Stripe signs with the first.
  const webhookSecret = options.webhookSecret.split(',')[0]?.trim() ?? '';
  const courier = new Courier({ pool, clock, log, webhookUrl: options.webhookUrl, webhookSecret, faults: readFaults });
  const base = options.publicUrl.replace(/\/+$/, '');

  const app = new Hono();
  app.post('/faults', async (c) => {
    const parsed = faultsSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success)
      return c.json(
        {
          code: 'invalid',
          message: 'Send any of {down, slowMs, duplicateWebhooks, shuffleWebhooks, dropWebhooks, refunds}.',
        },
        422,
      );
    await faults.set(parsed.data);
    return c.json(parsed.data);
  });
  app.get('/faults', (c) => c.json(faults.read()));
  app.delete('/faults', async (c) => {
    await faults.set(noFaults);
    courier.kick();
    return c.json(noFaults);
  });
  app.route('/', bankCalls({ pool, clock, courier }));
  app.route(
    '/api',
    stripeApi({
      pool,
      clock,
      courier,
      secretKey: options.secretKey,
      faults: readFaults,
      base,
      priceId: options.premiumPriceId,
    }),
  );
  app.route('/', hostedCheckout({ pool, clock, courier, faults: readFaults, base }));

  app.route('/', hostedPortal({ pool, clock, courier, faults: readFaults, base }));

  let sweep: NodeJS.Timeout | undefined;

  return {
    app,
    open() {
      sweep ??= setInterval(
        () =>
          void runClock().then(
            () => courier.kick(),
            () => undefined,
          ),
        30_000,
      ).unref();
      void faults.refresh().then(
        () => courier.kick(),
        () => undefined,
      );
    },
    async settle() {
      await runClock();
      await courier.settle();
    },
    setFaults: (changed) => faults.set({ ...noFaults, ...changed }),
    async close() {
      clearInterval(sweep);
      faults.close();
      await courier.close();
    },
  };

  async function runClock(): Promise<void> {
    await endSessionsThatAreOver();
    await runBilling({ pool, clock, base });
    await endUnansweredDisputes(pool, clock);
  }

  async function endSessionsThatAreOver(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select id from sandbox_stripe_object
       where object = 'checkout.session' and data ->> 'status' = 'open' and (data ->> 'expires_at')::bigint <= $1 limit 5000`,
      [seconds(clock.now())],
    );
    for (const { id } of rows) await inTransaction(pool, (db) => lockSession(db, clock, id));
  }
}
