import { createRoute, z } from '@hono/zod-openapi';
import { partQuery, readPart, receiveAvatar, removeAvatar, setAvatar } from '#features/members/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { getOwnProfile } from './own-profile.server.ts';

const setRoute = createRoute({
  method: 'post',
  path: '/api/profile/avatar',
  tags: ['profile'],
  summary:
    'Sets your profile photo to a square of the image in the field “photo”, from x and y with this size, or from the middle.',
  request: {
    query: partQuery,
    body: {
      content: { 'multipart/form-data': { schema: z.object({ photo: z.string().meta({ format: 'binary' }) }) } },
      required: true,
    },
  },
  responses: {
    200: json(ownProfileSchema, 'Your profile after the change.'),
    ...refusals(400, 401, 403, 413, 415, 422, 429, 503),
  },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/api/profile/avatar',
  tags: ['profile'],
  summary: 'Removes your profile photo.',
  responses: { 200: json(ownProfileSchema, 'Your profile after the change.'), ...refusals(401, 403) },
});

export function addAvatarApi(api: Api, platform: Platform): void {
  // Not validated as a form by the framework, which would load the whole photo into memory.
  api.openAPIRegistry.registerPath(setRoute);
  api.post('/api/profile/avatar', async (c) => {
    const actor = requireActor(c);
    const part = readPart(c.req.query());
    await receiveAvatar(platform, actor, c.req.raw, (path) => setAvatar(platform, actor, path, part));
    return c.json(ownProfileSchema.parse(await getOwnProfile(platform.db, actor.id)), 200);
  });

  api.openapi(removeRoute, async (c) => {
    const actor = requireActor(c);
    await removeAvatar(platform, actor);
    return c.json(ownProfileSchema.parse(await getOwnProfile(platform.db, actor.id)), 200);
  });
}
