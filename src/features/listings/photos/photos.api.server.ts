import { createRoute, z } from '@hono/zod-openapi';
import { notFound } from '#kernel/refusal.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { pictureCaching } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { unknownPhoto } from '../model/listing.policy.ts';
import { preparePhoto } from './photo-access.server.ts';
import { readPhoto } from './photo-files.server.ts';

const photoRoute = createRoute({
  method: 'get',
  path: '/photos/{id}/{file}',
  tags: ['listings'],
  summary:
    'Returns a photo as WebP with a width of 160, 320, 640, 1280 or 2000 pixels. The file never changes. Cache it for 5 minutes, then revalidate it with its ETag, because the listing may no longer be public. Photos of a listing that isn’t public are available to its seller, to admins, and to the buyer and seller of an order with it.',
  request: { params: z.object({ id: z.string(), file: z.string() }) },
  responses: {
    200: { description: 'The photo.', content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
    304: { description: 'Not modified.' },
    ...refusals(403, 404),
  },
});

export function addPhotosApi(api: Api, platform: Platform): void {
  api.openapi(photoRoute, async (c) => {
    const { id, file } = c.req.param();
    const width = /^(\d{2,4})\.webp$/.exec(file)?.[1];
    if (!width) throw notFound(unknownPhoto);
    const photo = await preparePhoto(platform, c.get('actor'), id);
    // The bytes of an id and width never change, so caches may store them.
    const etag = `"${id}-${width}"`;
    const headers: Record<string, string> = photo.isShown
      ? { etag, 'cache-control': pictureCaching, 'cross-origin-resource-policy': 'cross-origin' }
      : { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' };
    if (photo.isShown && c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const bytes = await readPhoto(platform, photo, Number(width));
    if (!bytes) throw notFound(unknownPhoto);
    return c.body(bytes, 200, { ...headers, 'content-type': 'image/webp' });
  });
}
