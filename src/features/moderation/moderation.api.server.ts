import { createRoute, z } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { appeal } from './appeal/appeal.server.ts';
import { appealInput, decisionPageSchema, decisionSchema, decisionsQuery } from './contract.ts';
import { getDecision, listDecisions } from './moderation.queries.server.ts';

const tags = ['decisions'];
const params = z.object({ id: z.string().max(64) });
const answer = { 200: json(decisionSchema, 'The decision.') };

const listRoute = createRoute({
  method: 'get',
  path: '/api/rulings',
  tags,
  summary:
    'Lists decisions about your account or content, newest first, with the rule, the reason and the appeal deadline.',
  request: { query: decisionsQuery },
  responses: { 200: json(decisionPageSchema, 'A page of decisions.'), ...refusals(401, 422) },
});
const readRoute = createRoute({
  method: 'get',
  path: '/api/rulings/{id}',
  tags,
  summary: 'Returns a decision about your account or content.',
  request: { params },
  responses: { ...answer, ...refusals(401, 404) },
});
const appealRoute = createRoute({
  method: 'post',
  path: '/api/rulings/{id}/appeal',
  tags,
  summary: 'Appeals a decision once, until `appealUntil`. If possible, a different admin reviews it.',
  request: { params, body: body(appealInput) },
  responses: { ...answer, ...refusals(400, 401, 404, 409, 422) },
});

/** Decisions, for their member. */
export function addDecisionsApi(api: Api, platform: Platform): void {
  const show = (memberId: string, id: string) => getDecision(platform.db, memberId, id, platform.clock.now());
  api.openapi(listRoute, async (c) =>
    c.json(await listDecisions(platform.db, requireActor(c).id, c.req.valid('query'), platform.clock.now()), 200),
  );
  api.openapi(readRoute, async (c) => c.json(await show(requireActor(c).id, c.req.valid('param').id), 200));
  api.openapi(appealRoute, async (c) => {
    const actor = requireActor(c);
    const { id } = c.req.valid('param');
    await appeal(platform, actor, id, c.req.valid('json').text);
    return c.json(await show(actor.id, id), 200);
  });
}
