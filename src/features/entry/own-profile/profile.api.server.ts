import { createRoute, type z } from '@hono/zod-openapi';
import { completeProfileInput, profilePatch } from '#features/members/contract.ts';
import { completeProfile, updateProfile } from '#features/members/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { getOwnProfile } from './own-profile.server.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const noStore = { 'cache-control': 'no-store' };

const ownRoute = createRoute({
  method: 'get',
  path: '/api/profile',
  tags: ['profile'],
  summary: 'Everything of my own profile.',
  responses: { 200: { description: 'My profile.', content: json(ownProfileSchema) }, ...refusals(401) },
});

const patchRoute = createRoute({
  method: 'patch',
  path: '/api/profile',
  tags: ['profile'],
  summary: 'Change my profile; absent fields stay as they are, null or an empty text takes one away.',
  request: { body: { content: json(profilePatch), required: true } },
  responses: { 200: { description: 'My profile after the change.', content: json(ownProfileSchema) }, ...refusals(400, 401, 403, 409, 413, 422) },
});

const completeRoute = createRoute({
  method: 'post',
  path: '/api/profile/complete',
  tags: ['profile'],
  summary: 'Complete a flagged profile with username and location.',
  request: { body: { content: json(completeProfileInput), required: true } },
  responses: { 200: { description: 'My profile, complete.', content: json(ownProfileSchema) }, ...refusals(400, 401, 403, 409, 413, 422, 503) },
});

export function addProfileApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(ownRoute, async (c) => c.json(ownProfileSchema.parse(await getOwnProfile(db, requireActor(c).id)), 200, noStore));

  api.openapi(patchRoute, async (c) => {
    const actor = requireActor(c);
    await updateProfile(platform, actor, c.req.valid('json'));
    return c.json(ownProfileSchema.parse(await getOwnProfile(db, actor.id)), 200, noStore);
  });

  api.openapi(completeRoute, async (c) => {
    const actor = requireActor(c);
    await completeProfile(platform, actor, c.req.valid('json'));
    return c.json(ownProfileSchema.parse(await getOwnProfile(db, actor.id)), 200, noStore);
  });
}
