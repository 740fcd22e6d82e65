import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { invalid } from '#kernel/refusal.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, fieldErrors, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { acceptOffer } from './answer/accept-offer.server.ts';
import { clearOffer, counterOffer, declineOffer, withdrawOffer } from './answer/answer-offer.server.ts';
import {
  acceptSchema,
  counterSchema,
  declineSchema,
  emptySchema,
  listOffersSchema,
  makeBasketSchema,
  makeOfferSchema,
  type Offer,
  offerPageSchema,
  offerSchema,
  offerWatchersSchema,
  watchersOfferSchema,
} from './contract.ts';
import { makeBasket } from './make/make-basket.server.ts';
import { makeOffer } from './make/make-offer.server.ts';
import { offerWatchers } from './make/offer-watchers.server.ts';
import { lastToWatchers } from './make/watchers.queries.server.ts';
import { offerLimits } from './model/offer.rules.ts';
import { offerDeadlines } from './model/offer.times.ts';
import { getOfferFor } from './queries/find-offer.server.ts';
import { listOffersFor } from './queries/offers.queries.server.ts';

const tags = ['Offers'];
const params = z.object({ id: z.string() });

export function addOffersApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string): Promise<Offer> =>
    offerSchema.parse(await getOfferFor(platform, actor.id, id));

  const make = createRoute({
    method: 'post',
    path: '/api/listings/{id}/offers',
    tags,
    summary: 'Sends an offer for one copy of a listing.',
    request: { params, body: body(makeOfferSchema) },
    responses: {
      201: json(offerSchema, 'The offer. It may already be accepted or declined by a rule of the seller.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429),
    },
  });
  api.openapi(make, async (c) => {
    const actor = requireActor(c);
    const made = await makeOffer(
      platform,
      actor,
      c.req.valid('param').id,
      c.req.valid('json'),
      clientAddress(c, platform),
    );
    return c.json(offerSchema.parse(made), 201);
  });

  const basket = createRoute({
    method: 'post',
    path: '/api/offers/basket',
    tags,
    summary: `Sends a bundle offer: one amount for up to ${offerLimits.basketLines} listings of one seller. The seller can accept some or all of them, each at its share of the amount.`,
    request: { body: body(makeBasketSchema) },
    responses: {
      201: json(offerSchema, 'The offer with its listings.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429),
    },
  });
  api.openapi(basket, async (c) => {
    const actor = requireActor(c);
    const id = await makeBasket(platform, actor, c.req.valid('json'), clientAddress(c, platform));
    return c.json(await show(actor, id), 201);
  });

  const toWatchers = createRoute({
    method: 'post',
    path: '/api/listings/{id}/offers/watchers',
    tags,
    summary: `Offers your listing at a lower price to up to ${offerLimits.watchersAtOnce} interested buyers, once a week. Buyers reply to it as to a counteroffer.`,
    request: { params, body: body(offerWatchersSchema) },
    responses: { 201: json(watchersOfferSchema, 'The offers sent.'), ...refusals(400, 401, 403, 404, 409, 422, 429) },
  });
  api.openapi(toWatchers, async (c) => {
    const { id } = c.req.valid('param');
    await offerWatchers(platform, requireActor(c), id, c.req.valid('json'), clientAddress(c, platform));
    return c.json(watchersOfferSchema.parse(await lastToWatchers(platform.db, id)), 201);
  });

  const list = createRoute({
    method: 'get',
    path: '/api/offers',
    tags,
    summary: 'Lists your offers as buyer, seller or both, filtered by status, newest first.',
    request: { query: listOffersSchema },
    responses: { 200: json(offerPageSchema, 'A page of offers.'), ...refusals(401, 422) },
  });
  api.openapi(list, async (c) =>
    c.json(offerPageSchema.parse(await listOffersFor(platform, requireActor(c).id, c.req.valid('query'))), 200),
  );

  const get = createRoute({
    method: 'get',
    path: '/api/offers/{id}',
    tags,
    summary: 'Returns an offer to its buyer or seller. Others receive 404.',
    request: { params },
    responses: { 200: json(offerSchema, 'The offer.'), ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  /** `run` answers the id of the offer that is shown then. */
  const act = <T extends z.ZodType>(
    verb: string,
    summary: string,
    schema: T,
    run: (actor: Actor, id: string, input: z.output<T>, address: string) => Promise<string>,
  ) => {
    const route = createRoute({
      method: 'post',
      path: `/api/offers/{id}/${verb}` as '/api/offers/{id}/verb',
      tags,
      summary,
      request: { params, body: body(schema as z.ZodType<Record<string, unknown>>, false) },
      responses: { 200: json(offerSchema, 'The updated offer.'), ...refusals(400, 401, 403, 404, 409, 422, 429) },
    });
    api.openapi(route, async (c) => {
      const context = c as unknown as ApiContext;
      const actor = requireActor(context);
      const { id } = c.req.valid('param');
      // A call without a body passes by the validator: it sends none of the fields, and the schema judges that too.
      const input = schema.safeParse(c.req.valid('json') ?? {});
      if (!input.success) throw invalid(fieldErrors(input.error.issues));
      const shown = await run(actor, id, input.data, clientAddress(context, platform));
      return c.json(await show(actor, shown), 200);
    });
  };
  const same = (work: (actor: Actor, id: string) => Promise<void>) => async (actor: Actor, id: string) => {
    await work(actor, id);
    return id;
  };
  act(
    'accept',
    `Accepts an offer. Its copies are reserved for the buyer at this price for ${offerDeadlines.pay}. The seller can accept some listings of a bundle offer.`,
    acceptSchema,
    async (actor, id, input) => acceptOffer(platform, actor, id, input),
  );
  act('decline', 'Declines an offer.', declineSchema, async (actor, id, input) => {
    await declineOffer(platform, actor, id, input);
    return id;
  });
  act('counter', 'Sends a counteroffer. Returns the new offer.', counterSchema, (actor, id, input, address) =>
    counterOffer(platform, actor, id, input, address),
  );
  act(
    'withdraw',
    'Withdraws your offer.',
    emptySchema,
    same((actor, id) => withdrawOffer(platform, actor, id)),
  );
  act(
    'clear',
    'Removes an offer from your list.',
    emptySchema,
    same((actor, id) => clearOffer(platform, actor, id)),
  );
}
