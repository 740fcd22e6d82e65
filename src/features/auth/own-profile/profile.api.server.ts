import { createRoute } from '@hono/zod-openapi';
import { completeProfileInput, profilePatch } from '#features/members/contract.ts';
import { completeProfile, updateProfile } from '#features/members/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { getOwnProfile } from './own-profile.server.ts';

const ownRoute = createRoute({
  method: 'get',
  path: '/api/profile',
  tags: ['profile'],
  summary: 'Returns your whole profile.',
  responses: { 200: json(ownProfileSchema, 'Your profile.'), ...refusals(401) },
});

const patchRoute = createRoute({
  method: 'patch',
  path: '/api/profile',
  tags: ['profile'],
  summary: 'Changes your profile. Missing fields stay the same. Null or an empty text clears a field.',
  request: { body: body(profilePatch) },
  responses: {
    200: json(ownProfileSchema, 'Your profile after the change.'),
    ...refusals(400, 401, 403, 409, 413, 422),
  },
});

const completeRoute = createRoute({
  method: 'post',
  path: '/api/profile/complete',
  tags: ['profile'],
  summary: 'Completes a new profile with username and location.',
  request: { body: body(completeProfileInput) },
  responses: { 200: json(ownProfileSchema, 'Your completed profile.'), ...refusals(400, 401, 403, 409, 413, 422, 503) },
});

export function addProfileApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(ownRoute, async (c) => c.json(ownProfileSchema.parse(await getOwnProfile(db, requireActor(c).id)), 200));

  api.openapi(patchRoute, async (c) => {
    const actor = requireActor(c);
    await updateProfile(platform, actor, c.req.valid('json'));
    return c.json(ownProfileSchema.parse(await getOwnProfile(db, actor.id)), 200);
  });

  api.openapi(completeRoute, async (c) => {
    const actor = requireActor(c);
    await completeProfile(platform, actor, c.req.valid('json'));
    return c.json(ownProfileSchema.parse(await getOwnProfile(db, actor.id)), 200);
  });
}
