import { createRoute } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { feeInput, feesSchema } from './contract.ts';
import { changeFee, listFees } from './fees.server.ts';

const fees = { 200: json(feesSchema, 'The selling fees, current fee first.') };

const feesRoute = createRoute({
  method: 'get',
  path: '/api/market/fees',
  tags: ['market'],
  summary: 'Returns the current and former selling fees. An order keeps the fee from the time it was placed.',
  responses: fees,
});
const feeRoute = createRoute({
  method: 'put',
  path: '/api/admin/market/fee',
  tags: ['admin'],
  summary: 'Changes the selling fee for new orders.',
  request: { body: body(feeInput) },
  responses: { ...fees, ...refusals(400, 401, 403, 409, 422) },
});

export function addFeesApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(feesRoute, async (c) => c.json({ items: await listFees(db), nextCursor: null }, 200));
  api.openapi(feeRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    await changeFee(platform, admin.id, c.req.valid('json'));
    return c.json({ items: await listFees(db), nextCursor: null }, 200);
  });
}
