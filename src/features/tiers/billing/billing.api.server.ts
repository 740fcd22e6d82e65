import { createRoute, z } from '@hono/zod-openapi';
import { pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isRefusal, Refusal, sameRule } from '#kernel/refusal.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { addressSchema, billSchema, canceledSchema, cancelInput } from '../contract.ts';
import { tierConfirmed } from '../model/tier.events.ts';
import { tiersLimits } from '../model/tiers.limits.ts';
import { tierOf } from '../subscription/tier-of.server.ts';
import { listBills, openPortal } from './billing.server.ts';
import { cancelSubscription } from './cancel-subscription.server.ts';
import { startCheckout } from './start-checkout.server.ts';

const addressAnswer = { 200: json(addressSchema, 'The address to open in the browser.') };

const checkoutRoute = createRoute({
  method: 'post',
  path: '/api/stripe/create-checkout',
  tags: ['tiers'],
  summary: 'Creates a checkout for Premium. Takes no body.',
  responses: { ...addressAnswer, ...refusals(401, 409, 429, 503) },
});

const portalRoute = createRoute({
  method: 'post',
  path: '/api/stripe/create-portal',
  tags: ['tiers'],
  summary: 'Opens the billing portal to change the payment method, cancel or keep Premium, or view invoices.',
  responses: { ...addressAnswer, ...refusals(401, 404, 429, 503) },
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/api/stripe/cancel-subscription',
  tags: ['tiers'],
  summary: 'Cancels your subscription at the end of the paid period.',
  request: { body: body(cancelInput, false) },
  responses: { 200: json(canceledSchema, 'Canceled.'), ...refusals(400, 401, 403, 404, 409, 422, 429, 503) },
});

const billsRoute = createRoute({
  method: 'get',
  path: '/api/stripe/invoices',
  tags: ['tiers'],
  summary: 'Lists your Premium invoices, newest first.',
  request: { query: z.object({ cursor: z.string().max(255).optional() }) },
  responses: {
    200: json(pageSchema(billSchema), 'The invoices, 24 at a time.'),
    ...refusals(401, 422, 429, 503),
  },
});

const updateRoute = createRoute({
  method: 'post',
  path: '/api/stripe/update-listing-tiers',
  tags: ['tiers'],
  summary: 'Applies your plan to your listings. The plan is read on the server, and the request body is ignored.',
  request: { body: body(z.looseObject({ accountTier: z.unknown().optional() }), false) },
  responses: {
    200: json(z.object({ success: z.literal(true), tier: z.enum(['free', 'premium']) }), 'Your current plan.'),
    ...refusals(400, 401, 429),
  },
});

/** A refusal of a cancellation has the fields of its answer: `message`, `error` and `databaseError` (AP-03). */
async function withErrorFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { message, errors, retryAfterSeconds } = error;
    const details = { ...error.details, error: message, databaseError: false };
    const options = {
      details,
      ...(errors && { errors }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    throw sameRule(error, new Refusal(error.status, error.code, message, options));
  }
}

/** Each call is a job that processes all listings of the member. */

/** The calls around paying for premium. */
export function addBillingApi(api: Api, platform: Platform): void {
  api.openapi(checkoutRoute, async (c) =>
    c.json(addressSchema.parse(await startCheckout(platform, requireActor(c))), 200),
  );

  api.openapi(portalRoute, async (c) => c.json(addressSchema.parse(await openPortal(platform, requireActor(c))), 200));

  api.openapi(cancelRoute, async (c) => {
    const { endDate, message, databaseError } = await withErrorFields(async () =>
      cancelSubscription(platform, requireActor(c), c.req.valid('json')),
    );
    const error = databaseError ? 'Cancelled at Stripe. It can take a minute to appear here.' : null;
    return c.json(canceledSchema.parse({ endDate: endDate.toISOString(), message, error, databaseError }), 200);
  });

  api.openapi(billsRoute, async (c) => {
    const actor = requireActor(c);
    const { items, nextCursor } = await listBills(platform, actor, c.req.valid('query').cursor);
    return c.json({ items: z.array(billSchema).parse(items), nextCursor }, 200);
  });

  api.openapi(updateRoute, async (c) => {
    const { id } = requireActor(c);
    await platform.limits.count(tiersLimits.listingTiers, id);
    const tier = await tierOf(platform.db, id);
    await write(platform, async (tx) =>
      tx.append(tierConfirmed, { subject: id, version: 0, topics: [], data: { tier } }),
    );
    return c.json({ success: true as const, tier }, 200);
  });
}
