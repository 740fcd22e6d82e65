import { createRoute, z } from '@hono/zod-openapi';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { notificationSchema, readInput } from '../contract.ts';
import { listNotifications } from './entries.queries.server.ts';
import { deleteNotification, readNotifications, restoreNotification } from './mark-entries.server.ts';

const one = z.object({ id: z.string() });

const listRoute = createRoute({
  method: 'get',
  path: '/api/notifications',
  tags: ['notifications'],
  summary: 'Lists your notifications, newest first.',
  request: { query: z.object(pageQuery(20)) },
  responses: { 200: json(pageSchema(notificationSchema), 'A page of notifications.'), ...refusals(401, 422) },
});

const readRoute = createRoute({
  method: 'post',
  path: '/api/notifications/read',
  tags: ['notifications'],
  summary: 'Marks the given notifications, or all, as read on every device.',
  request: { body: body(readInput) },
  responses: { ...success, ...refusals(400, 401, 403, 413, 422) },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: '/api/notifications/{id}',
  tags: ['notifications'],
  summary: 'Deletes a notification.',
  request: { params: one },
  responses: { ...success, ...refusals(401, 403, 404) },
});

const restoreRoute = createRoute({
  method: 'post',
  path: '/api/notifications/{id}/restore',
  tags: ['notifications'],
  summary: 'Restores a deleted notification.',
  request: { params: one },
  responses: { ...success, ...refusals(401, 403, 404) },
});

export function addEntriesApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) =>
    c.json(await listNotifications(platform, requireActor(c).id, c.req.valid('query')), 200),
  );

  api.openapi(readRoute, async (c) => {
    await readNotifications(platform, requireActor(c), c.req.valid('json'));
    return c.json(done, 200);
  });

  api.openapi(deleteRoute, async (c) => {
    await deleteNotification(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  api.openapi(restoreRoute, async (c) => {
    await restoreNotification(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });
}
