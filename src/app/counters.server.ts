import { createRoute, z } from '@hono/zod-openapi';
import { followCounters } from '#platform/frame.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';

/** `GET /api/counters`: the caller's counters, one for each feature that counts something. */
export function mountCounters(app: Api, platform: Platform): void {
  const n = z.int().min(0);
  const fields = Object.entries(platform.frame.counters).flatMap(([name, counter]) =>
    counter.waits ? [[name, 'for' in counter ? n.optional() : n] as const] : [],
  );
  const schema = z.object(Object.fromEntries(fields)).meta({ id: 'Counters' });
  const route = createRoute({
    method: 'get',
    path: '/api/counters',
    tags: ['counters'],
    summary:
      'Returns your unread and pending items by kind. The live query `me` sends the same numbers when they may have changed.',
    responses: { 200: json(schema, 'The counters.'), ...refusals(401) },
  });
  app.openapi(route, async (c) => {
    const { id, role } = requireActor(c);
    return c.json(schema.parse(await followCounters(platform, id, role)), 200);
  });
}
