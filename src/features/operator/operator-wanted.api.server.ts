import { createRoute, z } from '@hono/zod-openapi';
import { body, json } from '#platform/http/answers.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput, wantFactsSchema } from './contract.ts';
import { decideWant, lookAtNamedWant } from './look-at-named-want.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });
const want = { 200: json(wantFactsSchema, 'The wanted post.') };

const readRoute = createRoute({
  method: 'get',
  path: '/api/admin/wanted/{id}',
  tags,
  summary: 'A wanted post, whatever became of it.',
  request: { params },
  responses: { ...want, ...refusals(401, 403, 404) },
});

const hideRoute = createRoute({
  method: 'post',
  path: '/api/admin/wanted/{id}/hide',
  tags,
  summary: 'Hide a wanted post from everybody but its owner, who reads the reason and may appeal. One that was open is closed with it.',
  request: { params, body: body(reasonInput) },
  responses: { ...want, ...refusals(400, 401, 403, 404, 409, 422) },
});

const showRoute = createRoute({
  method: 'delete',
  path: '/api/admin/wanted/{id}/hide',
  tags,
  summary: 'Show a wanted post again that an operator hid; what was open is open again.',
  request: { params },
  responses: { ...want, ...refusals(401, 403, 404, 409) },
});

/** Wanted posts, for operators. */
export function addOperatorWantedApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const operator = requireAdmin(c);
    return c.json(await lookAtNamedWant(platform, c.req.valid('param').id, operator.id), 200);
  });

  api.openapi(hideRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideWant(platform, operator.id, id, c.req.valid('json').reason);
    return c.json(await lookAtNamedWant(platform, id, operator.id), 200);
  });

  api.openapi(showRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideWant(platform, operator.id, id, null);
    return c.json(await lookAtNamedWant(platform, id, operator.id), 200);
  });
}
