import { createRoute, z } from '@hono/zod-openapi';
import { clearAttention, decideDispute } from '#features/orders/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { decisionInput, orderFactsSchema, orderPageSchema, orderQuery, reasonInput } from '../contract.ts';
import { checkNotTheirs, inspectNamedOrder, listNamedOrders } from './find-order.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });

const ordersRoute = createRoute({
  method: 'get',
  path: '/api/admin/orders',
  tags,
  summary: 'Lists the orders of a queue, for example `attention` or `disputed`. The longest waiting come first.',
  request: { query: orderQuery },
  responses: { 200: json(orderPageSchema, 'A page of orders.'), ...refusals(401, 403, 422) },
});

const orderRoute = createRoute({
  method: 'get',
  path: '/api/admin/orders/{id}',
  tags,
  summary: 'Returns an order with payment, refunds, history and available actions. The address isn’t included.',
  request: { params },
  responses: { 200: json(orderFactsSchema, 'The order.'), ...refusals(401, 403, 404) },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/decision',
  tags,
  summary:
    'Decides a reported problem. `refund` refunds the rest of the payment, or the price of `items`. `close` completes the order without a refund. The buyer and the seller see the reason.',
  request: { params, body: body(decisionInput) },
  responses: { 200: json(orderFactsSchema, 'The order.'), ...refusals(400, 401, 403, 404, 409, 422) },
});

const clearRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/attention/clear',
  tags,
  summary:
    'Resumes an order that needs attention, after syncing it with Stripe. Refused while a payment that doesn’t match is held or not refunded.',
  request: { params, body: body(reasonInput) },
  responses: { 200: json(orderFactsSchema, 'The order.'), ...refusals(400, 401, 403, 404, 409, 422, 503) },
});

/** The admin's API for orders. */
export function addAdminOrdersApi(api: Api, platform: Platform): void {
  api.openapi(ordersRoute, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await listNamedOrders(platform, c.req.valid('query'), admin.id), 200);
  });

  api.openapi(orderRoute, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await inspectNamedOrder(platform, c.req.valid('param').id, admin.id), 200);
  });

  api.openapi(decisionRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: orderId } = c.req.valid('param');
    await checkNotTheirs(platform, admin.id, 'decide a reported problem', orderId);
    await decideDispute(platform, { orderId, by: admin.id, ...c.req.valid('json') });
    return c.json(await inspectNamedOrder(platform, orderId, admin.id), 200);
  });

  api.openapi(clearRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: orderId } = c.req.valid('param');
    await checkNotTheirs(platform, admin.id, 'let an order go on', orderId);
    await clearAttention(platform, { orderId, by: admin.id, ...c.req.valid('json') });
    return c.json(await inspectNamedOrder(platform, orderId, admin.id), 200);
  });
}
