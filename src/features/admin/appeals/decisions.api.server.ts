import { createRoute, z } from '@hono/zod-openapi';
import { getAccount } from '#features/members/index.server.ts';
import { limitInput, warningInput } from '#features/moderation/contract.ts';
import { liftLimit, limitByDecision, warnMember } from '#features/moderation/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });

const warnRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/warnings',
  tags,
  summary: 'Warns a member. The member sees the rule and the reason, and can appeal. There are no other consequences.',
  request: { params, body: body(warningInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 422) },
});
const limitRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/limit',
  tags,
  summary:
    'Restricts a member for a number of days: no new listings, conversations or offers. Replaces an existing restriction.',
  request: { params, body: body(limitInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});
const liftRoute = createRoute({
  method: 'delete',
  path: '/api/admin/members/{id}/limit',
  tags,
  summary: 'Ends a member’s restriction early.',
  request: { params },
  responses: { ...success, ...refusals(401, 403, 404, 409) },
});

/** The admin's API for moderation decisions. */
export function addAdminDecisionsApi(api: Api, platform: Platform): void {
  const idOf = async (named: string) => (await getAccount(platform.db, named)).id;

  api.openapi(warnRoute, async (c) => {
    const { id: by } = requireAdmin(c);
    await warnMember(platform, { memberId: await idOf(c.req.valid('param').id), by, ...c.req.valid('json') });
    return c.json(done, 200);
  });
  api.openapi(limitRoute, async (c) => {
    const { id: by } = requireAdmin(c);
    await limitByDecision(platform, { memberId: await idOf(c.req.valid('param').id), by, ...c.req.valid('json') });
    return c.json(done, 200);
  });
  api.openapi(liftRoute, async (c) => {
    const { id: by } = requireAdmin(c);
    await liftLimit(platform, { memberId: await idOf(c.req.valid('param').id), by });
    return c.json(done, 200);
  });
}
