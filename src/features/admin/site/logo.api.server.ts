import { createRoute, z } from '@hono/zod-openapi';
import { notFound } from '#kernel/refusal.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { pictureCaching } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { readLogo } from '#platform/site/logo.server.ts';
import { logoPath } from '#platform/site/logo.ts';

const logoRoute = createRoute({
  method: 'get',
  path: logoPath,
  tags: ['site'],
  summary: 'Returns the logo of the site as PNG.',
  request: { query: z.object({ v: z.string().max(64).optional() }) },
  responses: {
    200: { description: 'The image.', content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } } },
    304: { description: 'The image has not changed.' },
    ...refusals(404, 422),
  },
});

/** The logo for pages and emails. */
export function addLogoApi(api: Api, platform: Platform): void {
  api.openapi(logoRoute, async (c) => {
    const logo = await readLogo(platform);
    if (!logo) throw notFound('We couldn’t find this image.');
    const etag = `"${logo.id}"`;
    // The address without a version, which emails have, shows the next logo as soon as there is one.
    const headers = { etag, 'cache-control': c.req.valid('query').v === logo.id ? pictureCaching : 'no-cache' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(logo.bytes, 200, { ...headers, 'content-type': 'image/png' });
  });
}
