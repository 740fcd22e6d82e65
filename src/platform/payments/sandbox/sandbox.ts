import { Hono } from 'hono';
import type pg from 'pg';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { PubSub } from '../../pubsub/pubsub.ts';
import { stripeApi } from './api.ts';
import { runBilling } from './billing/billing-cycle.ts';
import { hostedPortal } from './billing/portal.ts';
import { lockSession } from './charge.ts';
import { accountCalls } from './connect/account-calls.ts';
import { reviewAccounts } from './connect/account-review.ts';
import { hostedConnect } from './connect/hosted-connect.ts';
import { runPayouts } from './connect/payouts/run-payouts.ts';
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
  /** The app's id of the premium price. */
  premiumPriceId: string;
  /** The app's webhook address: `{appUrl}/api/stripe/webhook`. */
  webhookUrl: string;
  /** Public address of `app`, without a trailing slash: `{appUrl}/sandbox/stripe`. */
  publicUrl: string;
}

export interface StripeSandbox {
  /**
   * Mounted at /sandbox/stripe: the API under /api/v1, hosted pages under /checkout, /portal and /invoices, faults
   * under /faults, acts of a bank under /disputes and /fraud-warnings.
   */
  app: Hono;
  /** Starts the timers: sessions expire, subscriptions renew, waiting webhooks are delivered. */
  open(): void;
  /** Resolves when everything due by the clock has happened and all due webhooks have been delivered. */
  settle(): Promise<void>;
  /** Resolves when the faults apply in all processes. */
  setFaults(faults: Partial<Faults>): Promise<void>;
  close(): Promise<void>;
}

/**
 * A simulated Stripe for the real SDK over HTTP. Its data and faults are in PostgreSQL, shared by all processes, and it
 * uses the sandbox clock: `created`, expiry and signatures have that time.
 */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { pool, clock, log, pubsub } = options;
  const faults = shareFaults(pool, pubsub, log);
  const readFaults = faults.read;
  // During a rotation of the secret Stripe signs with the first.
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
          message: `Send any of {${Object.keys(faultsSchema.shape).join(', ')}}.`,
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
  app.route('/', accountCalls({ pool, clock, courier }));
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

  app.route('/', hostedConnect({ pool, clock, courier, faults: readFaults, base }));
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
    await expireSessions();
    await runBilling({ pool, clock, base });
    await endUnansweredDisputes(pool, clock);
    await reviewAccounts(pool, clock);
    await runPayouts(pool, clock, readFaults().payouts);
  }

  async function expireSessions(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `select id from sandbox_stripe_object
       where object = 'checkout.session' and data ->> 'status' = 'open' and (data ->> 'expires_at')::bigint <= $1 limit 5000`,
      [seconds(clock.now())],
    );
    for (const { id } of rows) await inTransaction(pool, (db) => lockSession(db, clock, id));
  }
}
