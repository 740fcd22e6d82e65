import { createRoute } from '@hono/zod-openapi';
import { vacationInput } from '#features/members/contract.ts';
import { endVacation, setVacation } from '#features/members/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { getOwnProfile } from './own-profile.server.ts';

const setRoute = createRoute({
  method: 'put',
  path: '/api/profile/vacation',
  tags: ['profile'],
  summary:
    'Plans or starts a vacation of up to 90 days, or changes the vacation that starts on that day. Your listings can’t be bought during a vacation.',
  request: { body: body(vacationInput) },
  responses: { 200: json(ownProfileSchema, 'Your profile after the change.'), ...refusals(400, 401, 403, 413, 422) },
});

const endRoute = createRoute({
  method: 'delete',
  path: '/api/profile/vacation',
  tags: ['profile'],
  summary: 'Ends your vacation, or cancels a planned one.',
  responses: { 200: json(ownProfileSchema, 'Your profile after the change.'), ...refusals(401, 403) },
});

export function addVacationApi(api: Api, platform: Platform): void {
  api.openapi(setRoute, async (c) => {
    const actor = requireActor(c);
    await setVacation(platform, actor, c.req.valid('json'));
    return c.json(ownProfileSchema.parse(await getOwnProfile(platform.db, actor.id)), 200);
  });

  api.openapi(endRoute, async (c) => {
    const actor = requireActor(c);
    await endVacation(platform, actor);
    return c.json(ownProfileSchema.parse(await getOwnProfile(platform.db, actor.id)), 200);
  });
}
