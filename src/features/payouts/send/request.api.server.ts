import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { requestPayout } from './request-payout.server.ts';

const requestRoute = createRoute({
  method: 'post',
  path: '/api/payouts/request',
  tags: ['payouts'],
  summary: 'Sends your ready earnings now, also below the minimum. Once a day.',
  responses: { 204: { description: 'They are on their way.' }, ...refusals(401, 403, 409, 429) },
});

export function addRequestApi(api: Api, platform: Platform): void {
  api.openapi(requestRoute, async (c) => {
    await requestPayout(platform, requireActor(c));
    return c.body(null, 204);
  });
}
