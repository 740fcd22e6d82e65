import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { invalid } from '#kernel/refusal.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, fieldErrors, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import {
  cancelSchema,
  disputeSchema,
  documentsSchema,
  emptySchema,
  listOrdersSchema,
  type Order,
  orderPageSchema,
  orderSchema,
  placedOrderSchema,
  placeOrderSchema,
  problemPhotosSchema,
  refundSchema,
  shipSchema,
} from './contract.ts';
import { printDocuments } from './documents/print-documents.server.ts';
import { cancelOrder } from './fulfil/cancel-order.server.ts';
import { deliverOrder, settleOrder } from './fulfil/deliver-order.server.ts';
import { shipOrder } from './fulfil/ship-order.server.ts';
import { orderDeadlines } from './model/order.times.ts';
import { placeOrder } from './place/place-order.server.ts';
import { disputeOrder } from './problems/dispute-order.server.ts';
import { listProblemPhotos, receiveProblemPhotos } from './problems/problem-photos.server.ts';
import { requestDecision } from './problems/request-decision.server.ts';
import { presentOrder } from './queries/order.present.server.ts';
import { getOrderFor, listOrdersFor } from './queries/orders.queries.server.ts';
import { readOrder } from './queries/read-order.server.ts';
import { refundOrder } from './refunds/refund-order.server.ts';

const tags = ['Orders'];
/** Before the route of one order, whose id it would be. */
const documentsRoute = createRoute({
  method: 'get',
  path: '/api/orders/papers',
  tags,
  summary: 'The pull sheet, packing slips or address labels of the own orders that are to be sent, as PDF (premium).',
  request: { query: documentsSchema },
  responses: {
    200: {
      description: 'The pages, A4.',
      content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});
const params = z.object({ id: z.string() });

export function addOrdersApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string): Promise<Order> =>
    orderSchema.parse(presentOrder(await getOrderFor(platform.db, actor.id, id), actor.id, platform.clock.now()));

  api.openapi(documentsRoute, async (c) => {
    const query = c.req.valid('query');
    const bytes = await printDocuments(platform, requireActor(c), query);
    const disposition = `attachment; filename="${query.kind}.pdf"`;
    return c.body(bytes, 200, {
      'content-type': 'application/pdf',
      'content-disposition': disposition,
      'cache-control': 'private, no-store',
    });
  });

  const place = createRoute({
    method: 'post',
    path: '/api/orders',
    tags,
    summary: `Buys copies of a listing: holds them for ${orderDeadlines.hold} and answers with the hosted page to pay on.`,
    request: { body: body(placeOrderSchema) },
    responses: {
      201: json(placedOrderSchema, 'The order, and where to pay it.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429, 503),
    },
  });
  api.openapi(place, async (c) => {
    const actor = requireActor(c);
    const from = { address: clientAddress(c, platform), cookies: c.req.header('cookie') };
    return c.json(await placeOrder(platform, actor, c.req.valid('json'), from), 201);
  });

  const list = createRoute({
    method: 'get',
    path: '/api/orders',
    tags,
    summary: 'The own orders, newest first: of one side or both, in the given states.',
    request: { query: listOrdersSchema },
    responses: { 200: json(orderPageSchema, 'A page of orders.'), ...refusals(401, 422) },
  });
  api.openapi(list, async (c) => {
    const actor = requireActor(c);
    const page = await listOrdersFor(platform.db, actor.id, c.req.valid('query'));
    const now = platform.clock.now();
    return c.json(
      orderPageSchema.parse({ ...page, items: page.items.map((full) => presentOrder(full, actor.id, now)) }),
      200,
    );
  });

  const get = createRoute({
    method: 'get',
    path: '/api/orders/{id}',
    tags,
    summary: 'One order, for its buyer and its seller; for everyone else it does not exist.',
    request: { params },
    responses: { 200: json(orderSchema, 'The order.'), ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const problem = createRoute({
    method: 'get',
    path: '/api/orders/{id}/photos',
    tags,
    summary: 'The photos with which the buyer shows a reported problem. What was sold stands in the order’s snapshot.',
    request: { params },
    responses: { 200: json(problemPhotosSchema, 'All of them.'), ...refusals(401, 404) },
  });
  api.openapi(problem, async (c) => {
    const { order } = await getOrderFor(platform.db, requireActor(c).id, c.req.valid('param').id);
    return c.json(
      problemPhotosSchema.parse({ items: await listProblemPhotos(platform.db, order.id), nextCursor: null }),
      200,
    );
  });

  const add = createRoute({
    method: 'post',
    path: '/api/orders/{id}/photos',
    tags,
    summary:
      'The buyer shows an open problem with photos (JPEG, PNG, WebP; up to 15 MB and 40 megapixels each; 6 in all): all of a form or none. Only the two sides and operators get the files.',
    request: {
      params,
      // Described only: the body is received on the disk as it comes, never parsed into memory.
      body: {
        content: {
          'multipart/form-data': { schema: z.object({ photos: z.array(z.string().meta({ format: 'binary' })) }) },
        },
      },
    },
    responses: {
      201: json(problemPhotosSchema, 'The photos that were added.'),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 507),
    },
  });
  api.openAPIRegistry.registerPath(add);
  api.post('/api/orders/:id/photos', async (c) => {
    const items = await receiveProblemPhotos(platform, requireActor(c), c.req.param('id'), c.req.raw);
    return c.json(problemPhotosSchema.parse({ items, nextCursor: null }), 201);
  });

  const act = <T extends z.ZodType>(
    verb: string,
    summary: string,
    schema: T,
    run: (actor: Actor, id: string, input: z.output<T>) => Promise<void>,
  ) => {
    const route = createRoute({
      method: 'post',
      path: `/api/orders/{id}/${verb}` as '/api/orders/{id}/verb',
      tags,
      summary,
      request: { params, body: body(schema as z.ZodType<Record<string, unknown>>, false) },
      responses: { 200: json(orderSchema, 'The order as it is now.'), ...refusals(400, 401, 403, 404, 409, 422, 429) },
    });
    api.openapi(route, async (c) => {
      const actor = requireActor(c as unknown as ApiContext);
      const { id } = c.req.valid('param');
      // A call without a body passes by the validator: it sends none of the fields, and the schema judges that too.
      const input = schema.safeParse(c.req.valid('json') ?? {});
      if (!input.success) throw invalid(fieldErrors(input.error.issues));
      await run(actor, id, input.data);
      return c.json(await show(actor, id), 200);
    });
  };
  act('ship', 'The seller says how a paid order was sent.', shipSchema, (actor, id, input) =>
    shipOrder(platform, actor, id, input),
  );
  act('deliver', 'The buyer says that the card has arrived.', emptySchema, (actor, id) =>
    deliverOrder(platform, actor, id),
  );
  act(
    'cancel',
    'Calls an order off: the buyer while it is unpaid, the seller before it is sent. What was paid goes back.',
    cancelSchema,
    (actor, id, input) => cancelOrder(platform, actor, id, input),
  );
  act('refund', 'The seller gives all or a part of the payment back.', refundSchema, (actor, id, input) =>
    refundOrder(platform, actor, id, input),
  );
  act('dispute', 'The buyer reports a problem.', disputeSchema, (actor, id, input) =>
    disputeOrder(platform, actor, id, input),
  );
  act('settle', 'The buyer takes a reported problem back: everything is fine.', emptySchema, (actor, id) =>
    settleOrder(platform, actor, id),
  );
  act(
    'ask-decision',
    `A side asks the marketplace to decide a problem that was reported ${orderDeadlines.decideAfter} ago or earlier.`,
    emptySchema,
    (actor, id) => requestDecision(platform, actor, id),
  );
  act('read', 'Marks the order as seen by the side that asks.', emptySchema, (actor, id) =>
    readOrder(platform, actor, id),
  );
}
