import { createRoute, z } from '@hono/zod-openapi';
import { followCounters } from '#platform/frame.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';

/** `GET /api/counters`: the caller's counters, one for each feature that counts something. */
export function mountCounters(app: Api, platform: Platform): void {
  const names = Object.entries(platform.frame.counters).flatMap(([name, { waits }]) => (waits ? [name] : []));
  const schema = z.object(Object.fromEntries(names.map((name) => [name, z.int().min(0)]))).meta({ id: 'Counters' });
  const route = createRoute({
    method: 'get',
    path: '/api/counters',
    tags: ['counters'],
    summary:
      'Returns your unread and pending items by kind. The live query `me` sends the same numbers when they may have changed.',
    responses: { 200: json(schema, 'The counters.'), ...refusals(401) },
  });
  app.openapi(route, async (c) => {
    const { id } = requireActor(c);
    return c.json(schema.parse(await followCounters(platform, id)), 200);
  });
}
