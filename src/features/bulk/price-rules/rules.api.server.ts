import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { getChange } from '../change/bulk.queries.server.ts';
import { bulkSchema } from '../contract.ts';
import { priceRuleSchema, priceRulesSchema, ruleInput } from '../rule.contract.ts';
import { getRule, listRules } from './rule.queries.server.ts';
import { changeRule, forgetRule, makeRule, previewRule } from './save-rule.server.ts';

const tags = ['listings'];
const params = z.object({ id: z.string() });
const answer = json(priceRuleSchema, 'The price rule with its latest runs.');

export function addRulesApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/price-rules',
    tags,
    summary: 'Lists your price rules with their latest runs.',
    responses: { 200: json(priceRulesSchema, 'Your price rules.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => c.json({ items: await listRules(platform.db, requireActor(c).id) }, 200));

  const make = createRoute({
    method: 'post',
    path: '/api/price-rules',
    tags,
    summary: 'Creates a price rule that runs every night (Premium).',
    description:
      '`filter.query` is an advanced search. Without it, the rule applies to all listings in `filter.status`. A run can be undone like a bulk edit.',
    request: { body: body(ruleInput) },
    responses: { 201: answer, ...refusals(400, 401, 403, 409, 422, 429) },
  });
  api.openapi(make, async (c) => {
    const actor = requireActor(c);
    return c.json(await getRule(platform.db, actor.id, await makeRule(platform, actor, c.req.valid('json'))), 201);
  });

  const get = createRoute({
    method: 'get',
    path: '/api/price-rules/{id}',
    tags,
    summary: 'Returns one of your price rules.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await getRule(platform.db, requireActor(c).id, c.req.valid('param').id), 200));

  const change = createRoute({
    method: 'put',
    path: '/api/price-rules/{id}',
    tags,
    summary: 'Replaces a price rule, or turns it on or off. Turning it on requires Premium.',
    request: { params, body: body(ruleInput) },
    responses: { 200: answer, ...refusals(400, 401, 403, 404, 422) },
  });
  api.openapi(change, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await changeRule(platform, actor, id, c.req.valid('json'));
    return c.json(await getRule(platform.db, actor.id, id), 200);
  });

  const forget = createRoute({
    method: 'delete',
    path: '/api/price-rules/{id}',
    tags,
    summary: 'Deletes a price rule. Prices that it changed stay.',
    request: { params },
    responses: { ...success, ...refusals(401, 404) },
  });
  api.openapi(forget, async (c) => {
    await forgetRule(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  const preview = createRoute({
    method: 'post',
    path: '/api/price-rules/{id}/preview',
    tags,
    summary: 'Previews what a price rule would change now (Premium).',
    request: { params },
    responses: {
      201: json(bulkSchema, 'The bulk edit with its first listings.'),
      ...refusals(401, 403, 404, 422, 429),
    },
  });
  api.openapi(preview, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    return c.json(
      bulkSchema.parse(await getChange(platform.db, actor.id, await previewRule(platform, actor, id))),
      201,
    );
  });
}
