import { createRoute, z } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { getOwnProfile, getPublicProfile, isUsernameFree } from '../accounts.queries.server.ts';
import { completeProfileInput, ownProfileSchema, profilePatch, publicProfileSchema } from '../contract.ts';
import { completeProfile, updateProfile } from './update-profile.server.ts';
import { isReservedUsername, usernameProblem, usernameTakenMessage } from './username.rules.ts';

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

const publicRoute = createRoute({
  method: 'get',
  path: '/api/profiles/{id}',
  tags: ['profile'],
  summary: 'What anybody may see of a member, by id or username.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: { description: 'The public profile.', content: json(publicProfileSchema) }, ...refusals(404) },
});

const usernameRoute = createRoute({
  method: 'get',
  path: '/api/usernames/{name}',
  tags: ['profile'],
  summary: 'Whether a username can be taken, and if not, why.',
  request: { params: z.object({ name: z.string() }) },
  responses: {
    200: {
      description: 'The answer.',
      content: json(z.object({ available: z.boolean(), message: z.string().nullable() }).meta({ id: 'UsernameAnswer' })),
    },
  },
});

export function addProfileApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(ownRoute, async (c) => c.json(ownProfileSchema.parse(await getOwnProfile(db, requireActor(c).id)), 200, noStore));

  api.openapi(patchRoute, async (c) =>
    c.json(ownProfileSchema.parse(await updateProfile(platform, requireActor(c), c.req.valid('json'))), 200, noStore),
  );

  api.openapi(completeRoute, async (c) =>
    c.json(ownProfileSchema.parse(await completeProfile(platform, requireActor(c), c.req.valid('json'))), 200, noStore),
  );

  api.openapi(publicRoute, async (c) => c.json(publicProfileSchema.parse(await getPublicProfile(db, c.req.valid('param').id)), 200));

  api.openapi(usernameRoute, async (c) => {
    const { name } = c.req.valid('param');
    const problem = usernameProblem(name);
    const available = problem === null && !isReservedUsername(name, platform.config.brandName) && (await isUsernameFree(db, name));
    return c.json({ available, message: available ? null : (problem ?? usernameTakenMessage) }, 200, noStore);
  });
}
