import { createRoute, z } from '@hono/zod-openapi';
import { body, json } from '#platform/http/answers.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { reasonInput, reviewFactsSchema } from './contract.ts';
import { decideReview, lookAtNamedReview } from './look-at-named-review.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });
const review = { 200: json(reviewFactsSchema, 'The review.') };

const readRoute = createRoute({
  method: 'get',
  path: '/api/admin/reviews/{id}',
  tags,
  summary: 'A review that is shown, or was until an operator hid it.',
  request: { params },
  responses: { ...review, ...refusals(401, 403, 404) },
});

const hideRoute = createRoute({
  method: 'post',
  path: '/api/admin/reviews/{id}/hide',
  tags,
  summary: 'Hide a review from everybody but its author, who reads the reason. It makes no average any more.',
  request: { params, body: body(reasonInput) },
  responses: { ...review, ...refusals(400, 401, 403, 404, 409, 422) },
});

const showRoute = createRoute({
  method: 'delete',
  path: '/api/admin/reviews/{id}/hide',
  tags,
  summary: 'Show a review again that an operator hid.',
  request: { params },
  responses: { ...review, ...refusals(401, 403, 404, 409) },
});

/** Reviews, for operators. */
export function addOperatorReviewsApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const operator = requireAdmin(c);
    return c.json(await lookAtNamedReview(platform, c.req.valid('param').id, operator.id), 200);
  });

  api.openapi(hideRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideReview(platform, operator.id, id, c.req.valid('json').reason);
    return c.json(await lookAtNamedReview(platform, id, operator.id), 200);
  });

  api.openapi(showRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideReview(platform, operator.id, id, null);
    return c.json(await lookAtNamedReview(platform, id, operator.id), 200);
  });
}
