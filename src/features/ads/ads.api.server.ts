import { createRoute, z } from '@hono/zod-openapi';
import { notFound } from '#kernel/refusal.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, refusals } from '#platform/http/requests/api.ts';
import { pictureCaching } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { findAd } from './ads.queries.server.ts';
import { countAd } from './count-ad.server.ts';
import { readAdPicture } from './picture.server.ts';

const tags = ['ads'];
const params = z.object({ id: z.string().max(64) });

const goRoute = createRoute({
  method: 'get',
  path: '/ads/{id}/go',
  tags,
  summary:
    'Redirects to the link of an ad and counts the click. Only a number per day is stored, nothing about the visitor.',
  request: { params },
  responses: { 302: { description: 'Redirect to the ad’s link.' }, ...refusals(404) },
});

const shownRoute = createRoute({
  method: 'post',
  path: '/api/ads/{id}/shown',
  tags,
  summary: 'Counts a view of an ad, as reported by the browser. Sets no cookie and stores nothing about the visitor.',
  request: { params },
  responses: { 204: { description: 'Received. Views of an ad that isn’t running aren’t counted.' } },
});

const pictureRoute = createRoute({
  method: 'get',
  path: '/ads/pictures/{id}/{file}',
  tags,
  summary: 'Returns the image of an ad as WebP, in a width of 96 or 192 pixels. It never changes.',
  request: { params: z.object({ id: z.string(), file: z.string() }) },
  responses: {
    200: { description: 'The image.', content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } } },
    304: { description: 'The image has not changed.' },
    ...refusals(404),
  },
});

/** Prefetches and HEAD requests do not count as a press. */
const isPress = (c: ApiContext) =>
  c.req.method === 'GET' && !/prefetch|prerender/i.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '');

/** The public part of ads: pictures, redirects and counts. */
export function addAdsApi(api: Api, platform: Platform): void {
  api.openapi(goRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { link } = await findAd(platform.db, id);
    if (isPress(c)) await countAd(platform, 'pressed', id, clientAddress(c, platform));
    // The target does not learn the referring page, and every press reaches the server instead of a cache.
    return c.body(null, 302, { location: link, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  });

  api.openapi(shownRoute, async (c) => {
    await countAd(platform, 'shown', c.req.valid('param').id, clientAddress(c, platform));
    return c.body(null, 204);
  });

  api.openapi(pictureRoute, async (c) => {
    const { id, file } = c.req.valid('param');
    const width = /^(\d{2,3})\.webp$/.exec(file)?.[1];
    if (!width) throw notFound('We couldn’t find this image.');
    const etag = `"${id}-${width}"`;
    const headers = { etag, 'cache-control': pictureCaching };
    // Read first, so that a deleted picture is 404 also for a conditional request.
    const bytes = await readAdPicture(platform, id, Number(width));
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(bytes, 200, { ...headers, 'content-type': 'image/webp' });
  });
}
