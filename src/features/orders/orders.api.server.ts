import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { invalid } from '#kernel/refusal.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, fieldErrors, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, csvFile, fileHeaders, json, pdfFile } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import {
  acceptProposal,
  contestReturn,
  declineProposal,
  propose,
  sendReturn,
  takeBackProposal,
} from './cases/answer-case.server.ts';
import { caseDeadlines } from './cases/case.process.ts';
import { contestDelivery, showDelivery } from './cases/not-arrived.server.ts';
import { receiveReturn } from './cases/receive-return.server.ts';
import { requestCancellation } from './cases/request-cancellation.server.ts';
import { withdraw } from './cases/withdraw.server.ts';
import {
  answerCaseSchema,
  cancelSchema,
  contestReturnSchema,
  disputeSchema,
  documentsSchema,
  emptySchema,
  exportOrdersSchema,
  listOrdersSchema,
  type Order,
  orderPageSchema,
  orderSchema,
  placedOrderSchema,
  placeOrderSchema,
  problemPhotosSchema,
  proposeSchema,
  refundSchema,
  requestCancellationSchema,
  sendReturnSchema,
  shipSchema,
  withdrawSchema,
} from './contract.ts';
import { printDocuments } from './documents/print-documents.server.ts';
import { exportOrdersCsv } from './export/export-orders.server.ts';
import { cancelOrder } from './fulfil/cancel-order.server.ts';
import { deliverOrder, settleOrder } from './fulfil/deliver-order.server.ts';
import { shipOrder } from './fulfil/ship-order.server.ts';
import { orderDeadlines } from './model/order.times.ts';
import { disputeOrder } from './problems/dispute-order.server.ts';
import { listProblemPhotos, receiveProblemPhotos } from './problems/problem-photos.server.ts';
import { requestDecision } from './problems/request-decision.server.ts';
import { placeOrder } from './purchase/place-order.server.ts';
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
  summary: 'Returns the pull sheet, packing slips or address labels of your orders to ship as PDF (Premium).',
  request: { query: documentsSchema },
  responses: {
    200: pdfFile,
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});
const exportRoute = createRoute({
  method: 'get',
  path: '/api/orders/export.csv',
  tags,
  summary: 'Exports your orders with their amounts, fees, refunds and earnings as CSV, newest first.',
  request: { query: exportOrdersSchema },
  responses: {
    200: csvFile,
    ...refusals(401, 422, 429),
  },
});
const params = z.object({ id: z.string() });

export function addOrdersApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string): Promise<Order> =>
    orderSchema.parse(presentOrder(await getOrderFor(platform.db, actor.id, id), actor.id, platform.clock.now()));

  api.openapi(documentsRoute, async (c) => {
    const query = c.req.valid('query');
    const bytes = await printDocuments(platform, requireActor(c), query);
    return c.body(bytes, 200, fileHeaders(`${query.kind}.pdf`));
  });

  api.openapi(exportRoute, async (c) => {
    const query = c.req.valid('query');
    const name = query.role === undefined ? 'orders' : query.role === 'seller' ? 'sales' : 'purchases';
    return c.body(await exportOrdersCsv(platform, requireActor(c), query), 200, fileHeaders(`${name}.csv`));
  });

  const place = createRoute({
    method: 'post',
    path: '/api/orders',
    tags,
    summary: `Places an order, reserves its cards for ${orderDeadlines.hold} and returns the hosted payment page.`,
    request: { body: body(placeOrderSchema) },
    responses: {
      201: json(placedOrderSchema, 'The order and its payment page.'),
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
    summary: 'Lists your orders, newest first.',
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
    summary: 'Returns one order to its buyer or seller.',
    request: { params },
    responses: { 200: json(orderSchema, 'The order.'), ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const problem = createRoute({
    method: 'get',
    path: '/api/orders/{id}/photos',
    tags,
    summary: 'Lists the buyer’s photos of a reported problem.',
    request: { params },
    responses: { 200: json(problemPhotosSchema, 'The photos.'), ...refusals(401, 404) },
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
      'Adds the buyer’s photos to an open problem: up to 6 as JPEG, PNG or WebP, up to 15 MB and 40 megapixels each. If one photo is refused, none are added. Only the buyer, the seller and support can see them.',
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
      201: json(problemPhotosSchema, 'The added photos.'),
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
      responses: { 200: json(orderSchema, 'The updated order.'), ...refusals(400, 401, 403, 404, 409, 422, 429) },
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
  act('ship', 'Marks a paid order as shipped.', shipSchema, (actor, id, input) =>
    shipOrder(platform, actor, id, input),
  );
  act('deliver', 'Confirms delivery.', emptySchema, (actor, id) => deliverOrder(platform, actor, id));
  act(
    'cancel',
    'Cancels an order and refunds it. The seller can cancel before shipping. The buyer can cancel before payment, or if the order isn’t shipped on time.',
    cancelSchema,
    (actor, id, input) => cancelOrder(platform, actor, id, input),
  );
  act('refund', 'Refunds all or a part of the payment.', refundSchema, (actor, id, input) =>
    refundOrder(platform, actor, id, input),
  );
  act('dispute', 'Reports a problem.', disputeSchema, (actor, id, input) => disputeOrder(platform, actor, id, input));
  act('settle', 'Closes a reported problem and completes the order.', emptySchema, (actor, id) =>
    settleOrder(platform, actor, id),
  );
  act(
    'ask-decision',
    `Requests our decision on a problem that was reported at least ${orderDeadlines.decideAfter} ago.`,
    emptySchema,
    (actor, id) => requestDecision(platform, actor, id),
  );
  act(
    'case/cancellation',
    `Requests that the seller cancels a paid order. Without an answer within ${caseDeadlines.cancel} it is cancelled.`,
    requestCancellationSchema,
    (actor, id, input) => requestCancellation(platform, actor, id, input),
  );
  act('case/propose', 'Proposes how a reported problem is settled.', proposeSchema, (actor, id, input) =>
    propose(platform, actor, id, input),
  );
  act('case/accept', 'Accepts the other side’s proposal.', answerCaseSchema, (actor, id, input) =>
    acceptProposal(platform, actor, id, input),
  );
  act('case/decline', 'Declines the other side’s proposal.', answerCaseSchema, (actor, id, input) =>
    declineProposal(platform, actor, id, input),
  );
  act('case/take-back', 'Takes back your own proposal.', answerCaseSchema, (actor, id, input) =>
    takeBackProposal(platform, actor, id, input),
  );
  act('case/send-return', 'Marks a return as shipped.', sendReturnSchema, (actor, id, input) =>
    sendReturn(platform, actor, id, input),
  );
  act('case/receive-return', 'Confirms the delivery of a return, and refunds it.', emptySchema, (actor, id) =>
    receiveReturn(platform, actor, id),
  );
  act(
    'case/contest-return',
    'Reports that a return didn’t arrive, or not as it was sent. We decide.',
    contestReturnSchema,
    (actor, id, input) => contestReturn(platform, actor, id, input),
  );
  act(
    'case/show-delivery',
    `Says that tracking shows the delivery of an order that was reported as not received. Without an objection within ${caseDeadlines.contest} the order is completed.`,
    answerCaseSchema,
    (actor, id, input) => showDelivery(platform, actor, id, input),
  );
  act(
    'case/contest-delivery',
    'Says that an order hasn’t arrived, although tracking shows the delivery. We decide.',
    answerCaseSchema,
    (actor, id, input) => contestDelivery(platform, actor, id, input),
  );
  act(
    'withdraw',
    `Withdraws from a trader’s sale, up to ${caseDeadlines.withdraw} after the delivery. An order that isn’t shipped is cancelled at once. Otherwise the cards are returned first.`,
    withdrawSchema,
    (actor, id, input) => withdraw(platform, actor, id, input),
  );
  act('read', 'Marks the order as viewed.', emptySchema, (actor, id) => readOrder(platform, actor, id));
}
