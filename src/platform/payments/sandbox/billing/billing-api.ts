import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { ApiOptions } from '../api.ts';
import { badParam, noSuch } from '../errors.ts';
import { type Answer, addOnce, type Keyed, once } from '../idempotency.ts';
import { objectId, seconds, shown } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { metadata, readParams, yesNo } from '../params.ts';
import { findObject } from '../store.ts';
import { voidInvoice } from './billing-cycle.ts';
import { premiumPrice, premiumProduct } from './prices.ts';
import { endSubscription, lockSubscription, setCancelAtPeriodEnd } from './subscriptions.ts';

interface Shared {
  readWrite(c: Context): Promise<{ form: Form; keyed: Keyed }>;
  answer(c: Context, result: Answer): Response;
}

const updateParams = z.strictObject({
  cancel_at_period_end: yesNo.optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});
const voidParams = z.strictObject({ expand: z.array(z.string()).optional() });
const portalParams = z.strictObject({ customer: z.string(), return_url: z.url().optional() });

/**
 * Stripe's billing endpoints that the app uses: the price, changes of a subscription, voiding an invoice, the portal.
 * Reading and listing work as for all objects.
 */
export function addBilling(
  app: Hono,
  { pool, clock, courier, base, priceId }: ApiOptions,
  { readWrite, answer }: Shared,
): void {
  app.get('/v1/prices/:id', (c) => {
    if (c.req.param('id') !== priceId) throw noSuch('price', c.req.param('id'), 'price');
    const price = premiumPrice(priceId);
    const isWithProduct = new URL(c.req.url).search.includes('product');
    return c.json(isWithProduct ? { ...price, product: premiumProduct } : price);
  });
  app.get('/v1/products/:id', (c) => {
    if (c.req.param('id') !== premiumProduct.id) throw noSuch('product', c.req.param('id'));
    return c.json(premiumProduct);
  });

  app.post('/v1/subscriptions/:id', async (c) => {
    const { form, keyed } = await readWrite(c);
    const params = readParams(updateParams, form);
    const result = await once(pool, keyed, async (db) => {
      const before = await lockSubscription(db, c.req.param('id'));
      const cancel = params.cancel_at_period_end ?? before.cancel_at_period_end;
      return shown(await setCancelAtPeriodEnd(db, clock, before.id, cancel, params.metadata));
    });
    courier.kick();
    return answer(c, result);
  });
  app.delete('/v1/subscriptions/:id', async (c) => {
    const { keyed } = await readWrite(c);
    const result = await once(pool, keyed, async (db) => {
      const before = await lockSubscription(db, c.req.param('id'));
      if (before.ended_at !== null) throw noSuch('subscription', before.id);
      return shown(await endSubscription(db, clock, before));
    });
    courier.kick();
    return answer(c, result);
  });

  app.post('/v1/invoices/:id/void', async (c) => {
    const { form, keyed } = await readWrite(c);
    readParams(voidParams, form);
    const result = await once(pool, keyed, async (db) => shown(await voidInvoice(db, clock, c.req.param('id'))));
    courier.kick();
    return answer(c, result);
  });

  app.post('/v1/billing_portal/sessions', async (c) => {
    const { form, keyed } = await readWrite(c);
    const params = readParams(portalParams, form);
    if (!(await findObject(pool, 'customer', params.customer))) throw noSuch('customer', params.customer, 'customer');
    const returnUrl = params.return_url ?? null;
    if (returnUrl !== null && !/^https?:/.test(returnUrl)) throw badParam('return_url', 'Not a valid URL');
    const id = objectId('bps');
    const url = `${base}/portal/${id}`;
    const now = seconds(clock.now());
    const session = {
      id,
      object: 'billing_portal.session',
      created: now,
      customer: params.customer,
      return_url: returnUrl,
      url,
      livemode: false,
    };
    return answer(c, await addOnce(pool, keyed, session, session));
  });
}
