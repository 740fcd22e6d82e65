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
const own = { 200: json(ownStatusSchema, 'Your seller type and missing details.') };
export const markInput = z
  .strictObject({
    reason: line('Reason', 500).refine((text) => text.length >= 3, 'Enter a reason of at least 3 characters.'),
  })
  .meta({ id: 'TraderMarkIn' });

const ownRoute = createRoute({
  method: 'get',
  path: '/api/profile/seller',
  tags: ['profile'],
  summary: 'Returns your seller type and, for a professional seller, the required details.',
  responses: { ...own, ...refusals(401) },
});
const sayRoute = createRoute({
  method: 'put',
  path: '/api/profile/seller',
  tags: ['profile'],
  summary:
    'Sets your seller type. A professional seller must send all required details. Existing orders keep the details shown to their buyers.',
  request: { body: body(statusInput) },
  responses: { ...own, ...refusals(400, 401, 409, 422, 429) },
});
const readRoute = createRoute({
  method: 'get',
  path: '/api/profiles/{id}/seller',
  tags: ['profile'],
  summary: 'Returns a member’s seller type, the details of a professional seller, and the buyer’s rights.',
  request: { params },
  responses: { 200: json(sellerTermsSchema, 'The seller type.'), ...refusals(404) },
});
const markRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/trader',
  tags: ['admin'],
  summary:
    'Marks a member as a professional seller, with a reason. The member gets an email with the details to add. Until these are complete, the member can’t publish listings. After the deadline, the member’s listings are paused.',
  request: { params, body: body(markInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});
const unmarkRoute = createRoute({
  method: 'delete',
  path: '/api/admin/members/{id}/trader',
  tags: ['admin'],
  summary: 'Removes the professional seller mark.',
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
