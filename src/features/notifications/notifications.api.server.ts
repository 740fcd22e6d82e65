import { createRoute } from '@hono/zod-openapi';
import { body, json } from '#platform/http/answers.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { chooseMails } from './choose-mails.server.ts';
import { mailPreferencesInput, mailPreferencesSchema } from './contract.ts';
import { getPreferences } from './preferences.queries.server.ts';

const answer = { 200: json(mailPreferencesSchema, 'My preferences.') };

const readRoute = createRoute({
  method: 'get',
  path: '/api/notifications/preferences',
  tags: ['notifications'],
  summary: 'Which of the optional mails I get, and whether they are paused. Mails about security and money always go.',
  responses: { ...answer, ...refusals(401) },
});

const chooseRoute = createRoute({
  method: 'put',
  path: '/api/notifications/preferences',
  tags: ['notifications'],
  summary: 'Choose which of the optional mails I get, or pause them all. What is left out stays as it is.',
  request: { body: body(mailPreferencesInput) },
  responses: { ...answer, ...refusals(400, 401, 403, 413, 422) },
});

export function addPreferencesApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(mailPreferencesSchema.parse(await getPreferences(platform.db, actor.id, platform.clock.now())), 200);
  });

  api.openapi(chooseRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(mailPreferencesSchema.parse(await chooseMails(platform, actor.id, c.req.valid('json'))), 200);
  });
}
