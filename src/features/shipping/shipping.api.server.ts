import { createRoute } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { type Api, refusals, requireActor, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { allFiguresSchema, figuresInput, shippingInput, shippingSchema } from './contract.ts';
import { changeFigures, listFigures } from './figures/figures.server.ts';
import { putShipping, putStartingTable } from './put-shipping.server.ts';
import { getOwnTable, getStartingTable } from './shipping.queries.server.ts';

const table = { 200: json(shippingSchema, 'The shipping methods by destination.') };
const figures = { 200: json(allFiguresSchema, 'The shipping figures, current ones first.') };

const ownRoute = createRoute({
  method: 'get',
  path: '/api/shipping',
  tags: ['profile'],
  summary: 'Returns your shipping methods. Before you save any, version is 0 and the methods are suggestions.',
  responses: { ...table, ...refusals(401) },
});
const putRoute = createRoute({
  method: 'put',
  path: '/api/shipping',
  tags: ['profile'],
  summary: 'Replaces all your shipping methods. Existing orders keep theirs.',
  request: { body: body(shippingInput) },
  responses: { ...table, ...refusals(400, 401, 409, 422, 429) },
});
const figuresRoute = createRoute({
  method: 'get',
  path: '/api/market/shipping',
  tags: ['market'],
  summary: 'Returns the current and former values from which tracking is required, and the assumed weights.',
  responses: figures,
});
const changeRoute = createRoute({
  method: 'put',
  path: '/api/admin/market/shipping',
  tags: ['admin'],
  summary: 'Changes the shipping figures for new orders.',
  request: { body: body(figuresInput) },
  responses: { ...figures, ...refusals(400, 401, 403, 409, 422) },
});
const startingRoute = createRoute({
  method: 'get',
  path: '/api/admin/market/shipping-table',
  tags: ['admin'],
  summary: 'Returns the shipping methods that sellers start from.',
  responses: { ...table, ...refusals(401, 403) },
});
const putStartingRoute = createRoute({
  method: 'put',
  path: '/api/admin/market/shipping-table',
  tags: ['admin'],
  summary: 'Replaces the shipping methods that sellers start from. Methods that sellers saved stay.',
  request: { body: body(shippingInput) },
  responses: { ...table, ...refusals(400, 401, 403, 409, 422) },
});

export function addShippingApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(ownRoute, async (c) => c.json(await getOwnTable(db, requireActor(c).id), 200));
  api.openapi(putRoute, async (c) => {
    const actor = requireActor(c);
    await putShipping(platform, actor, c.req.valid('json'));
    return c.json(await getOwnTable(db, actor.id), 200);
  });
  api.openapi(figuresRoute, async (c) => c.json({ items: await listFigures(db), nextCursor: null }, 200));
  api.openapi(changeRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    await changeFigures(platform, admin.id, c.req.valid('json'));
    return c.json({ items: await listFigures(db), nextCursor: null }, 200);
  });
  api.openapi(startingRoute, async (c) => {
    requireAdmin(c);
    return c.json(await getStartingTable(db), 200);
  });
  api.openapi(putStartingRoute, async (c) => {
    await putStartingTable(platform, requireAdmin(c).id, c.req.valid('json'));
    return c.json(await getStartingTable(db), 200);
  });
}
