import { createRoute, z } from '@hono/zod-openapi';
import { lookedAtOrderSchema, troubledOrderSchema } from '#features/orders/contract.ts';
import { clearAttention, listTroubledOrders, lookAtOrder, retryRefund } from '#features/orders/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput } from './contract.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const answer = <T extends z.ZodType>(description: string, schema: T) => ({ 200: { description, content: json(schema) } });
const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });
const noStore = { 'cache-control': 'no-store' };

const listRoute = createRoute({
  method: 'get',
  path: '/api/admin/orders',
  tags,
  summary: 'Orders that no timer mends: those that ask for an operator, and those of which a refund failed.',
  responses: { ...answer('At most 200, the latest change first.', z.object({ items: z.array(troubledOrderSchema) })), ...refusals(401, 403) },
});

const orderRoute = createRoute({
  method: 'get',
  path: '/api/admin/orders/{id}',
  tags,
  summary: 'An order with its money, its refunds and what is wrong with it.',
  request: { params },
  responses: { ...answer('The order.', lookedAtOrderSchema), ...refusals(401, 403, 404) },
});

const retryRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/refunds/{refundId}/retry',
  tags,
  summary: 'Send a failed refund again, once. Takes no body.',
  request: { params: params.extend({ refundId: z.string().max(64) }) },
  responses: { ...answer('The order.', lookedAtOrderSchema), ...refusals(401, 403, 404, 409) },
});

const clearRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/clear',
  tags,
  summary: 'Let an order that asked for an operator go on by itself.',
  request: { params, body: { content: json(reasonInput), required: true } },
  responses: { ...answer('The order.', lookedAtOrderSchema), ...refusals(400, 401, 403, 404, 409, 422) },
});

/** What operators do with orders. */
export function addOperatorOrdersApi(api: Api, platform: Platform): void {
  const look = (id: string) => lookAtOrder(platform.db, id, platform.clock.now());

  api.openapi(listRoute, async (c) => {
    requireAdmin(c);
    return c.json({ items: await listTroubledOrders(platform.db) }, 200, noStore);
  });

  api.openapi(orderRoute, async (c) => {
    requireAdmin(c);
    return c.json(await look(c.req.valid('param').id), 200, noStore);
  });

  api.openapi(retryRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id, refundId } = c.req.valid('param');
    await retryRefund(platform, { orderId: id, refundId, by: operator.id });
    return c.json(await look(id), 200, noStore);
  });

  api.openapi(clearRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id } = c.req.valid('param');
    await clearAttention(platform, { orderId: id, by: operator.id, reason: c.req.valid('json').reason });
    return c.json(await look(id), 200, noStore);
  });
}
