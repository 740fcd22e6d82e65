import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { body, done, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import { undoDeletion } from './undo-deletion.server.ts';

const undoRoute = createRoute({
  method: 'post',
  path: '/api/auth/undo-deletion',
  tags: ['sign-in'],
  summary:
    'Restores a deleted account within 14 days, with the token from the deletion email or from a sign-in to it. A paid subscription isn’t restored. The call doesn’t start a session.',
  request: { body: body(changeLinkInput) },
  responses: { ...success, ...refusals(400, 404, 409, 410, 422) },
});

export function addLeavingApi(api: Api, platform: Platform): void {
  api.openapi(undoRoute, async (c) => {
    await undoDeletion(platform, c.req.valid('json').token);
    return c.json(done, 200);
  });
}
