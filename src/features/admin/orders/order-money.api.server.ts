import { createRoute, z } from '@hono/zod-openapi';
import { evidenceSchema } from '#features/orders/contract.ts';
import { printEvidence, requestEvidence, retryRefund } from '#features/orders/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, fileHeaders, pdfFile, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import { checkNotTheirs } from './find-order.server.ts';

const retryRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/refunds/{refundId}/retry',
  tags: ['admin'],
  summary: 'Retries a failed refund once, as a new refund of at most the rest of the payment. Takes no body.',
  request: { params: z.object({ id: z.string().max(64), refundId: z.string().max(64) }) },
  responses: { ...success, ...refusals(401, 403, 404, 409) },
});

const evidenceRoute = createRoute({
  method: 'post',
  path: '/api/admin/orders/{id}/chargebacks/{chargebackId}/evidence',
  tags: ['admin'],
  summary:
    'Submits evidence for a payment dispute, once. It contains the admin’s statement and data of the order: listing, address, tracking and dates.',
  request: {
    params: z.object({ id: z.string().max(64), chargebackId: z.string().max(64) }),
    body: body(evidenceSchema),
  },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const evidenceFileRoute = createRoute({
  method: 'get',
  path: '/api/admin/orders/{id}/chargebacks/{chargebackId}/evidence.pdf',
  tags: ['admin'],
  summary:
    'Returns the record of all orders of a payment dispute as PDF: listings, address, tracking, dates, and messages between buyer and seller.',
  request: { params: z.object({ id: z.string().max(64), chargebackId: z.string().max(64) }) },
  responses: {
    200: pdfFile,
    ...refusals(401, 403, 404),
  },
});

/** The admin's API for refunds and transfers of orders. */
export function addOrderMoneyApi(api: Api, platform: Platform): void {
  api.openapi(retryRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id, refundId } = c.req.valid('param');
    await checkNotTheirs(platform, admin.id, 'send a failed refund again', id);
    await retryRefund(platform, { orderId: id, refundId, by: admin.id });
    return c.json(done, 200);
  });

  api.openapi(evidenceRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id, chargebackId } = c.req.valid('param');
    await checkNotTheirs(platform, admin.id, 'answer a bank', id);
    await requestEvidence(platform, { orderId: id, chargebackId, by: admin.id, ...c.req.valid('json') });
    return c.json(done, 200);
  });

  api.openapi(evidenceFileRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id, chargebackId } = c.req.valid('param');
    await checkNotTheirs(platform, admin.id, 'answer a bank', id);
    const bytes = await printEvidence(platform, { orderId: id, chargebackId });
    platform.security.note(adminSecurity.read, { outcome: 'done', what: 'order', subject: id });
    return c.body(bytes, 200, fileHeaders('evidence.pdf'));
  });
}
