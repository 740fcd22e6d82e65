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
const answer = json(priceRuleSchema, 'The rule, with its last nights.');

export function addRulesApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/price-rules',
    tags,
    summary: 'The own rules of prices, each with what it did in the last nights.',
    responses: { 200: json(priceRulesSchema, 'All of them.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => c.json({ items: await listRules(platform.db, requireActor(c).id) }, 200));

  const make = createRoute({
    method: 'post',
    path: '/api/price-rules',
    tags,
    summary: 'Keeps a rule that sets prices by the market each night (premium).',
    description:
      '`filter.query` is a search in the language; without one all listings of `filter.status` are meant. Prices change as by hand, and a run can be taken back as any change of many listings.',
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
    summary: 'One of the own rules of prices.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await getRule(platform.db, requireActor(c).id, c.req.valid('param').id), 200));

  const change = createRoute({
    method: 'put',
    path: '/api/price-rules/{id}',
    tags,
    summary: 'Writes a rule anew, or turns it on or off; on asks for premium.',
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
    summary: 'Forgets a rule; what it did stays.',
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
    summary: 'What a rule would do now (premium), as a change that waits to be made.',
    request: { params },
    responses: {
      201: json(bulkSchema, 'The change, with the first of its listings.'),
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
