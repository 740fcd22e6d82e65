import { createRoute, z } from '@hono/zod-openapi';
import { notFound } from '#kernel/refusal.ts';
import { usernameInUse } from '#kernel/specified-texts.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { json, pictureCaching } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { publicProfileSchema } from './contract.ts';
import { getPublicProfile, isUsernameFree } from './members.queries.server.ts';
import { readAvatar } from './profile/avatar.server.ts';
import { isReservedUsername, usernameProblem } from './profile/username.rules.ts';

const readRoute = createRoute({
  method: 'get',
  path: '/avatars/{id}/{file}',
  tags: ['profile'],
  summary: 'Returns a profile photo as WebP with a width of 96, 192 or 384 pixels. The file never changes.',
  request: { params: z.object({ id: z.string(), file: z.string() }) },
  responses: {
    200: { description: 'The photo.', content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
    304: { description: 'Not modified.' },
    ...refusals(404),
  },
});

const publicRoute = createRoute({
  method: 'get',
  path: '/api/profiles/{id}',
  tags: ['profile'],
  summary: 'Returns a member’s public profile by id or username.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(publicProfileSchema, 'The public profile.'), ...refusals(404) },
});

const usernameRoute = createRoute({
  method: 'get',
  path: '/api/usernames/{name}',
  tags: ['profile'],
  summary: 'Checks whether a username is available. If it isn’t, returns the reason.',
  request: { params: z.object({ name: z.string() }) },
  responses: {
    200: json(
      z.object({ available: z.boolean(), message: z.string().nullable() }).meta({ id: 'UsernameAnswer' }),
      'The availability.',
    ),
  },
});

/** Public calls: public profiles, whether a name is free, profile pictures. */
export function addMembersApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(readRoute, async (c) => {
    const { id, file } = c.req.param();
    const width = /^(\d{2,3})\.webp$/.exec(file)?.[1];
    if (!width) throw notFound('We couldn’t find this photo. Use a file name such as 192.webp.');
    const etag = `"${id}-${width}"`;
    const headers = { etag, 'cache-control': pictureCaching };
    // Read before the conditional answer: a removed picture must be 404 for a client that cached it, too.
    const bytes = await readAvatar(platform, id, Number(width));
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(bytes, 200, {
      ...headers,
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  api.openapi(publicRoute, async (c) =>
    c.json(publicProfileSchema.parse(await getPublicProfile(db, c.req.valid('param').id, platform.clock.now())), 200),
  );

  api.openapi(usernameRoute, async (c) => {
    const { name } = c.req.valid('param');
    const problem = usernameProblem(name);
    const available =
      problem === null && !isReservedUsername(name, platform.site.brand.name) && (await isUsernameFree(db, name));
    return c.json({ available, message: available ? null : (problem ?? usernameInUse) }, 200);
  });
}
