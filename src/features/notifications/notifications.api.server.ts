import { createRoute } from '@hono/zod-openapi';
import { body, json } from '#platform/http/answers.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { chooseMails } from './choose-mails.server.ts';
import { mailPreferencesInput, mailPreferencesSchema } from './contract.ts';
import { namesOf } from './preference.rules.ts';
import { getPreferences } from './preferences.queries.server.ts';

type AnswerSchema = ReturnType<typeof mailPreferencesSchema>;
const answer = (schema: AnswerSchema) => ({ 200: json(schema, 'My preferences.') });

const readRoute = (schema: AnswerSchema) =>
  createRoute({
    method: 'get',
    path: '/api/notifications/preferences',
    tags: ['notifications'],
    summary: 'Which of the optional mails I get, and whether they are paused. Mails about security and money always go.',
    responses: { ...answer(schema), ...refusals(401) },
  });

const chooseRoute = (schema: AnswerSchema, input: ReturnType<typeof mailPreferencesInput>) =>
  createRoute({
    method: 'put',
    path: '/api/notifications/preferences',
    tags: ['notifications'],
    summary: 'Choose which of the optional mails I get, or pause them all. What is left out stays as it is.',
    request: { body: body(input) },
    responses: { ...answer(schema), ...refusals(400, 401, 403, 413, 422) },
  });

export function addPreferencesApi(api: Api, platform: Platform): void {
  const kinds = namesOf(platform.mails);
  const schema = mailPreferencesSchema(kinds);
  api.openapi(readRoute(schema), async (c) => {
    const actor = requireActor(c);
    return c.json(schema.parse(await getPreferences(platform, actor.id)), 200);
  });

  api.openapi(chooseRoute(schema, mailPreferencesInput(kinds)), async (c) => {
    const actor = requireActor(c);
    return c.json(schema.parse(await chooseMails(platform, actor.id, c.req.valid('json'))), 200);
  });
}
