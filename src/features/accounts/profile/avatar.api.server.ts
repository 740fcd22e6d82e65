import { createRoute, z } from '@hono/zod-openapi';
import { invalid, notFound } from '#kernel/refusal.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import { receiveFiles } from '#platform/http/multipart.ts';
import type { SquarePart } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { avatarBytes } from './avatar.rules.ts';
import { avatarTooLarge, readAvatar, removeAvatar, setAvatar } from './avatar.server.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const noStore = { 'cache-control': 'no-store' };

const pixels = (what: string) =>
  z.coerce.number(`${what} must be a number of pixels.`).int(`${what} must be a whole number of pixels.`).min(0).max(100_000);
const partQuery = z.object({ x: pixels('x').optional(), y: pixels('y').optional(), size: pixels('size').min(1).optional() });

const setRoute = createRoute({
  method: 'post',
  path: '/api/profile/avatar',
  tags: ['profile'],
  summary: 'Give myself a profile picture: a square of the photo in the field “photo”, from x and y with this size, or the middle.',
  request: {
    query: partQuery,
    body: { content: { 'multipart/form-data': { schema: z.object({ photo: z.string().meta({ format: 'binary' }) }) } }, required: true },
  },
  responses: {
    200: { description: 'My profile after the change.', content: json(ownProfileSchema) },
    ...refusals(400, 401, 403, 413, 415, 422, 503),
  },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/api/profile/avatar',
  tags: ['profile'],
  summary: 'Take my profile picture away.',
  responses: { 200: { description: 'My profile after the change.', content: json(ownProfileSchema) }, ...refusals(401, 403) },
});

const readRoute = createRoute({
  method: 'get',
  path: '/avatars/{id}/{file}',
  tags: ['profile'],
  summary: 'A profile picture in one of its widths (96, 192, 384), as WebP. It never changes.',
  request: { params: z.object({ id: z.string(), file: z.string() }) },
  responses: {
    200: { description: 'The picture.', content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
    304: { description: 'You have it.' },
    ...refusals(404),
  },
});

export function addAvatarApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const { id, file } = c.req.param();
    const width = /^(\d{2,3})\.webp$/.exec(file)?.[1];
    if (!width) throw notFound('There is no such picture.');
    const etag = `"${id}-${width}"`;
    const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const bytes = await readAvatar(platform, id, Number(width));
    return c.body(bytes, 200, { ...headers, 'content-type': 'image/webp', 'cross-origin-resource-policy': 'cross-origin' });
  });

  // Not validated as a form by the framework, which would read the whole photo into memory.
  api.openAPIRegistry.registerPath(setRoute);
  api.post('/api/profile/avatar', async (c) => {
    const actor = requireActor(c);
    const part = readPart(c.req.query());
    return c.json(ownProfileSchema.parse(await receiveAvatar(c.req.raw, (path) => setAvatar(platform, actor, path, part))), 200, noStore);
  });

  api.openapi(removeRoute, async (c) => c.json(ownProfileSchema.parse(await removeAvatar(platform, requireActor(c))), 200, noStore));
}

/** Receives the one photo of the form and hands it over where it lies. */
export function receiveAvatar<T>(request: Request, work: (path: string) => Promise<T>): Promise<T> {
  const limits = { field: 'photo', maxFiles: 1, maxFileBytes: avatarBytes, tooLarge: avatarTooLarge };
  return receiveFiles(request, limits, async ([file]) => {
    if (!file) throw invalid({ photo: 'Choose a photo.' });
    return work(file.path);
  });
}

/** The part of the picture that was asked for; all three numbers or none. */
export function readPart(query: Record<string, string>): SquarePart | undefined {
  const parsed = partQuery.safeParse(query);
  if (!parsed.success) throw invalid({ crop: parsed.error.issues[0]?.message ?? 'The part of the photo must be given in pixels.' });
  const { x, y, size } = parsed.data;
  if (x === undefined && y === undefined && size === undefined) return undefined;
  if (x === undefined || y === undefined || size === undefined) throw invalid({ crop: 'Give x, y and size, or none of them.' });
  return { x, y, size };
}
