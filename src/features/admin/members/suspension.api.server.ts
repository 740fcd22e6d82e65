import { createRoute, z } from '@hono/zod-openapi';
import { suspensionSubject } from '#features/auth/index.server.ts';
import { liftSuspension, suspendByDecision } from '#features/moderation/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { suspensionInput } from '../contract.ts';

const params = z.object({ id: z.string().max(64) });
const path = '/api/admin/members/{id}/suspension';

const suspendRoute = createRoute({
  method: 'post',
  path,
  tags: ['admin'],
  summary:
    'Suspends a member: ends all sessions and hides profile and listings. The member is emailed the rule, the reason and how to appeal. A deleted account can be suspended by ID while its deletion can be undone.',
  request: { params, body: body(suspensionInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422) },
});

const restoreRoute = createRoute({
  method: 'delete',
  path,
  tags: ['admin'],
  summary: 'Reinstates a member. The profile and listings are shown again.',
  request: { params },
  responses: { ...success, ...refusals(401, 403, 404, 409) },
});

export function addAdminSuspensionApi(api: Api, platform: Platform): void {
  api.openapi(suspendRoute, async (c) => {
    const admin = requireAdmin(c);
    const memberId = await suspensionSubject(platform, c.req.valid('param').id);
    await suspendByDecision(platform, { memberId, by: admin.id, ...c.req.valid('json') });
    return c.json(done, 200);
  });

  api.openapi(restoreRoute, async (c) => {
    const admin = requireAdmin(c);
    const memberId = await suspensionSubject(platform, c.req.valid('param').id);
    await liftSuspension(platform, { memberId, by: admin.id });
    return c.json(done, 200);
  });
}
