import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { answer, listOf, queryForm, readWrite } from './answers.ts';
import { authorise } from './authorise.ts';
import { addBilling } from './billing/billing-api.ts';
import { endSession, lockSession } from './charge.ts';
import { accountOf, addConnect } from './connect/connect-api.ts';
import type { Movement } from './connect/connect-objects.ts';
import { addAccounts } from './connect/json-api.ts';
import { showMovement } from './connect/movements.ts';
import type { Courier } from './courier.ts';
import { addDisputes } from './disputes/disputes-api.ts';
import { addFiles } from './disputes/files.ts';
import { badParam, noSuch, StripeFault } from './errors.ts';
import type { Faults } from './faults.ts';
import { addOnce, cachedAnswer, once } from './idempotency.ts';
import { expansions, objectId, type Session, type StripeObject, seconds, shown } from './objects.ts';
import { createdFilter, createdRange, listParams, metadata, readParams } from './params.ts';
import { createRefund } from './refunds.ts';
import { buildSession } from './sessions.ts';
import { findObject, inTransaction, type ListFilter, listObjects, saveObjects } from './store.ts';

export interface ApiOptions {
  pool: pg.Pool;
  clock: Clock;
  courier: Courier;
  secretKey: string;
  faults(): Faults;
  /** Base address of the hosted pages, without a trailing slash. */
  base: string;
  priceId: string;
}

/** The part of Stripe's API that the app uses, at `/v1/…`, with Stripe's behaviour. */
export function stripeApi(options: ApiOptions): Hono {
  const { pool, clock, courier } = options;
  const app = new Hono();
  const now = () => seconds(clock.now());

  app.use(async (c, next) => {
    const faults = options.faults();
    if (faults.slowMs > 0) await pause(faults.slowMs);
    if (faults.down) throw new StripeFault(503, { type: 'api_error', message: 'The sandbox simulates an outage.' });
    authorise(c, options.secretKey);
    await next();
    c.header('request-id', objectId('req'));
    const key = c.req.header('idempotency-key');
    if (key) c.header('idempotency-key', key);
    if (faults.loseAnswers && c.req.method === 'POST' && c.res.ok)
      c.res = c.json({ error: { type: 'api_error', message: 'The sandbox was set to lose this answer.' } }, 500);
  });

  app.post('/v1/checkout/sessions', async (c) => {
    const { form, keyed } = await readWrite(c, now());
    let session: Session;
    try {
      session = buildSession(form, {
        now: now(),
        hostedUrl: (id) => `${options.base}/checkout/${id}`,
        priceId: options.priceId,
      });
    } catch (error) {
      // Only here: parameters that are invalid now may have been valid at the key's first use.
      const cached = await cachedAnswer(pool, keyed);
      if (cached) return answer(c, cached);
      throw error;
    }
    if (session.customer && !(await findObject(pool, 'customer', session.customer)))
      throw noSuch('customer', session.customer, 'customer');
    return answer(c, await addOnce(pool, keyed, session, shown(session)));
  });
  app.get('/v1/checkout/sessions/:id', async (c) => {
    const session = await inTransaction(pool, (db) => lockSession(db, clock, c.req.param('id')));
    courier.kick();
    return c.json(await expand(session, expansions(queryForm(c).expand)));
  });
  app.get('/v1/checkout/sessions/:id/line_items', async (c) => {
    const session = await findObject<Session>(pool, 'checkout.session', c.req.param('id'));
    if (!session) throw noSuch('checkout.session', c.req.param('id'));
    return c.json(listOf(c.req.path, session.sandbox.lineItems, false));
  });
  app.post('/v1/checkout/sessions/:id/expire', async (c) => {
    const { keyed } = await readWrite(c, now());
    const result = await once(pool, keyed, async (db) => {
      const session = await lockSession(db, clock, c.req.param('id'));
      if (session.status !== 'open') {
        throw badParam(
          '',
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      }
      return shown(await endSession(db, clock, session));
    });
    courier.kick();
    return answer(c, result);
  });
  app.post('/v1/refunds', async (c) => {
    const { form, keyed } = await readWrite(c, now());
    const result = await once(pool, keyed, (db) => createRefund(db, clock, form, options.faults().refunds));
    courier.kick();
    return answer(c, result);
  });
  app.post('/v1/customers', async (c) => {
    const { form, keyed } = await readWrite(c, now());
    const params = readParams(customerParams, form);
    const customer = {
      id: objectId('cus'),
      object: 'customer',
      created: now(),
      ...params,
      metadata: params.metadata ?? {},
      livemode: false,
    };
    return answer(c, await addOnce(pool, keyed, customer, customer));
  });
  app.post('/v1/customers/:id', async (c) => {
    const { form, keyed } = await readWrite(c, now());
    const params = readParams(customerParams, form);
    const result = await once(pool, keyed, async (db) => {
      const customer = await findObject(db, 'customer', c.req.param('id'), true);
      if (!customer) throw noSuch('customer', c.req.param('id'));
      const changed = { ...customer, ...params };
      await saveObjects(db, [changed]);
      return changed;
    });
    return answer(c, result);
  });

  addBilling(app, options, { readWrite: (c) => readWrite(c, now()), answer });
  addFiles(app, options);
  addDisputes(app, options, { readWrite: (c) => readWrite(c, now()), answer });
  addConnect(app, options);
  addAccounts(app, options);

  for (const [path, object] of Object.entries(readable)) {
    app.get(`/v1/${path}`, async (c) => {
      const params = readParams(listQuery, queryForm(c));
      const filter: ListFilter = {
        object,
        limit: params.limit,
        startingAfter: params.starting_after,
        endingBefore: params.ending_before,
        types: params.types ?? (params.type ? [params.type] : undefined),
        paymentIntent: params.payment_intent,
        status: params.status === 'all' ? undefined : params.status,
        customer: params.customer,
        subscription: params.subscription,
        account: await accountOf(c, pool),
        ...createdRange(params.created),
      };
      const { starting_after: after } = params;
      if (after && !(await findObject(pool, object, after))) throw noSuch(object, after, 'starting_after');
      const found = await listObjects(pool, filter);
      const page = await Promise.all(found.slice(0, params.limit).map((one) => expand(one, withinData(params.expand))));
      return c.json(listOf(c.req.path, page, found.length > params.limit));
    });
    if (object === 'checkout.session') continue;
    app.get(`/v1/${path}/:id`, async (c) => {
      const found = await findObject(pool, object, c.req.param('id'));
      if (!found) throw noSuch(object, c.req.param('id'));
      return c.json(await expand(found, expansions(queryForm(c).expand)));
    });
  }

  app.all('/*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
    return c.json({ error: { type: 'invalid_request_error', message } }, 404);
  });
  app.onError((error, c) => {
    if (error instanceof StripeFault) return c.json({ error: error.body }, error.status as 400);
    throw error;
  });
  return app;

  async function expand(object: StripeObject, paths: readonly string[]): Promise<StripeObject> {
    const result = shown(object);
    for (const path of paths) await expandPath(result, object, path.split('.'));
    return result;
  }

  async function expandPath(at: StripeObject, source: StripeObject, [field = '', ...deeper]: string[]): Promise<void> {
    if (field === 'line_items' && source.object === 'checkout.session') {
      at.line_items = listOf(
        `/v1/checkout/sessions/${source.id}/line_items`,
        (source as Session).sandbox.lineItems,
        false,
      );
      return;
    }
    const kind = expandable[field];
    if (!kind || !(field in at)) throw badParam('expand', `This property cannot be expanded (${field}).`);
    const value = at[field];
    const found = typeof value === 'string' ? await findObject(pool, kind, value) : null;
    if (found)
      at[field] = found.object === 'balance_transaction' ? showMovement(found as Movement, now()) : shown(found);
    if (deeper.length > 0 && found) await expandPath(at[field] as StripeObject, found, deeper);
  }
}

const readable: Record<string, string> = {
  'checkout/sessions': 'checkout.session',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  events: 'event',
  customers: 'customer',
  subscriptions: 'subscription',
  invoices: 'invoice',
  disputes: 'dispute',
  'radar/early_fraud_warnings': 'radar.early_fraud_warning',
};
const expandable: Record<string, string> = {
  payment_intent: 'payment_intent',
  latest_charge: 'charge',
  charge: 'charge',
  customer: 'customer',
  subscription: 'subscription',
  latest_invoice: 'invoice',
  balance_transaction: 'balance_transaction',
  invoice: 'invoice',
};

const customerParams = z.strictObject({
  email: z.email().optional(),
  name: z.string().optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});
const listQuery = z.strictObject({
  ...listParams,
  created: createdFilter.optional(),
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  status: z.string().optional(),
  customer: z.string().optional(),
  subscription: z.string().optional(),
});

/** In a list, paths start at `data`. */
function withinData(paths: readonly string[] = []): string[] {
  return paths.map((path) => {
    if (!path.startsWith('data.')) throw badParam('expand', `This property cannot be expanded (${path}).`);
    return path.slice('data.'.length);
  });
}
