import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { preferencesInput, preferencesSchema } from './contract.ts';
import { choosePreferences } from './preferences/choose-preferences.server.ts';
import { notifiedKinds } from './preferences/preference.rules.ts';
import { getPreferences } from './preferences/preferences.queries.server.ts';

type AnswerSchema = ReturnType<typeof preferencesSchema>;
const answer = (schema: AnswerSchema) => ({ 200: json(schema, 'The preferences.') });

const readRoute = (schema: AnswerSchema) =>
  createRoute({
    method: 'get',
    path: '/api/notifications/preferences',
    tags: ['notifications'],
    summary:
      'Returns your notification preferences: the channels of each kind (app, email, push), mute and paused emails. Required emails are always sent.',
    responses: { ...answer(schema), ...refusals(401) },
  });

const chooseRoute = (schema: AnswerSchema, input: ReturnType<typeof preferencesInput>) =>
  createRoute({
    method: 'put',
    path: '/api/notifications/preferences',
    tags: ['notifications'],
    summary: 'Updates your notification preferences. Missing fields stay unchanged.',
    request: { body: body(input) },
    responses: { ...answer(schema), ...refusals(400, 401, 403, 413, 422) },
  });

export function addPreferencesApi(api: Api, platform: Platform): void {
  const kinds = notifiedKinds(platform, 'admin');
  const schema = preferencesSchema(kinds);
  api.openapi(readRoute(schema), async (c) => {
    const actor = requireActor(c);
    return c.json(schema.parse(await getPreferences(platform, actor)), 200);
  });

  api.openapi(chooseRoute(schema, preferencesInput(kinds)), async (c) => {
    const actor = requireActor(c);
    return c.json(schema.parse(await choosePreferences(platform, actor, c.req.valid('json'))), 200);
  });
}
