import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownTaxDetailsSchema, taxDetailsInput } from './tax-details.contract.ts';
import { readTaxDetails, requireTaxReport, saveTaxDetails } from './tax-details.server.ts';

const tags = ['payouts'];
const path = '/api/payouts/tax-details';

const readRoute = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'Returns your details for the tax report. 404 where sales aren’t reported to a tax authority.',
  responses: { 200: json(ownTaxDetailsSchema, 'The details.'), ...refusals(401, 404) },
});

const saveRoute = createRoute({
  method: 'put',
  path,
  tags,
  summary: 'Saves your details for the tax report.',
  request: { body: body(taxDetailsInput) },
  responses: { 200: json(ownTaxDetailsSchema, 'The details.'), ...refusals(400, 401, 404, 422, 429) },
});

export function addTaxDetailsApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const actor = requireActor(c);
    requireTaxReport(platform);
    return c.json(await readTaxDetails(platform.db, actor.id), 200);
  });

  api.openapi(saveRoute, async (c) => {
    const actor = requireActor(c);
    requireTaxReport(platform);
    await saveTaxDetails(platform, actor, c.req.valid('json'));
    return c.json(await readTaxDetails(platform.db, actor.id), 200);
  });
}
