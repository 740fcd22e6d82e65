import { createRoute, z } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { pushKeys } from '#platform/push/push-keys.ts';
import { subscribeInput, unsubscribeInput } from '../contract.ts';
import { subscribe, unsubscribeDevice } from './push.server.ts';

const keyRoute = createRoute({
  method: 'get',
  path: '/api/push/key',
  tags: ['notifications'],
  summary: 'Returns the public VAPID key for Web Push subscriptions.',
  responses: {
    200: json(z.object({ key: z.string() }).meta({ id: 'PushKey' }), 'The key, in base64url.'),
    ...refusals(401),
  },
});

const subscribeRoute = createRoute({
  method: 'put',
  path: '/api/push/subscriptions',
  tags: ['notifications'],
  summary: 'Turns on push notifications on this device until sign-out.',
  request: { body: body(subscribeInput) },
  responses: { ...success, ...refusals(400, 401, 403, 413, 422) },
});

const unsubscribeRoute = createRoute({
  method: 'delete',
  path: '/api/push/subscriptions',
  tags: ['notifications'],
  summary: 'Turns off push notifications for the given endpoint, or on all devices.',
  request: { query: unsubscribeInput },
  responses: { ...success, ...refusals(401, 403, 422) },
});

export function addPushApi(api: Api, platform: Platform): void {
  api.openapi(keyRoute, async (c) => {
    requireActor(c);
    return c.json({ key: (await pushKeys(platform)).publicKey }, 200);
  });

  api.openapi(subscribeRoute, async (c) => {
    await subscribe(platform, requireActor(c), c.req.valid('json'));
    return c.json(done, 200);
  });

  api.openapi(unsubscribeRoute, async (c) => {
    await unsubscribeDevice(platform, requireActor(c), c.req.valid('query').endpoint);
    return c.json(done, 200);
  });
}
