import { createRoute, z } from '@hono/zod-openapi';
import { line } from '#features/members/contract.ts';
import { type Api, refusals, requireActor, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownStatusSchema, sellerTermsSchema, statusInput } from './contract.ts';
import { markTrader, unmarkTrader } from './mark-trader.server.ts';
import { setTraderStatus } from './set-trader-status.server.ts';
import { getOwnStatus, getSellerTerms } from './trader-status.queries.server.ts';

const params = z.object({ id: z.string().max(64) });
const own = { 200: json(ownStatusSchema, 'Who sells, with what is missing.') };
export const markInput = z
  .strictObject({ reason: line('The reason', 500).refine((text) => text.length >= 3, 'Say why, in a few words.') })
  .meta({ id: 'TraderMarkIn' });

const ownRoute = createRoute({
  method: 'get',
  path: '/api/profile/seller',
  tags: ['profile'],
  summary: 'Whether you sell as a private person or as a trader, and what a trader shows.',
  responses: { ...own, ...refusals(401) },
});
const sayRoute = createRoute({
  method: 'put',
  path: '/api/profile/seller',
  tags: ['profile'],
  summary:
    'Say whether you sell as a private person or as a trader; a trader with all that they must show. Orders keep what their buyers were shown.',
  request: { body: body(statusInput) },
  responses: { ...own, ...refusals(400, 401, 409, 422, 429) },
});
const readRoute = createRoute({
  method: 'get',
  path: '/api/profiles/{id}/seller',
  tags: ['profile'],
  summary: 'Who sells: a private person, or a trader with what they must show; and what that means for who buys.',
  request: { params },
  responses: { 200: json(sellerTermsSchema, 'Who sells.'), ...refusals(404) },
});
const markRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/trader',
  tags: ['admin'],
  summary:
    'Mark a member as a trader, with a reason. A mail asks for what a trader must show; until it is there nothing more of theirs goes up for sale, and what is for sale is paused once their time is over.',
  request: { params, body: body(markInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});
const unmarkRoute = createRoute({
  method: 'delete',
  path: '/api/admin/members/{id}/trader',
  tags: ['admin'],
  summary: 'Take that mark back.',
  request: { params },
  responses: { ...success, ...refusals(401, 403, 404, 409) },
});

export function addTradersApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(ownRoute, async (c) => c.json(await getOwnStatus(db, requireActor(c).id), 200));
  api.openapi(sayRoute, async (c) => {
    const actor = requireActor(c);
    await setTraderStatus(platform, actor, c.req.valid('json'));
    return c.json(await getOwnStatus(db, actor.id), 200);
  });
  api.openapi(readRoute, async (c) => c.json(await getSellerTerms(db, c.req.valid('param').id), 200));
  api.openapi(markRoute, async (c) => {
    const admin = requireAdmin(c);
    await markTrader(platform, admin, c.req.valid('param').id, c.req.valid('json').reason);
    return c.json(done, 200);
  });
  api.openapi(unmarkRoute, async (c) => {
    await unmarkTrader(platform, requireAdmin(c), c.req.valid('param').id);
    return c.json(done, 200);
  });
}
