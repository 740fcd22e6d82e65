import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { callerOf, countCostly } from '#platform/http/costly-reads.ts';
import type { Api } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Serves the OpenAPI document: built at the first request, cached for the life of the process, and sent with an ETag:
 * a client with the current one gets 304.
 */
export function mountApiDocument(app: Api, platform: Platform, describe: () => unknown): void {
  let made: ReturnType<typeof make> | null = null;
  app.get('/api/openapi.json', async (c) => {
    made ??= make(describe());
    const { etag, body, packed } = await made;
    const headers = { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
    const held = c.req.header('if-none-match') ?? '';
    if (held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304, headers);
    await countCostly(platform, callerOf(c, platform));
    const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    return c.body(isPacked ? packed : body, 200, {
      ...headers,
      'content-type': 'application/json',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    });
  });
}

async function make(document: unknown) {
  const body = new TextEncoder().encode(JSON.stringify(document));
  return {
    body,
    packed: new Uint8Array(await promisify(gzip)(body)),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
