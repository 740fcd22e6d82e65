import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import type { ApiEnv } from '#platform/http/requests/api.ts';
import { problemResponse } from '#platform/http/responses/problem.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';
import { createPageCache } from './page-cache.server.ts';
import { createPages } from './pages.server.ts';

test('who finds the line for pages full reads a page and not a problem document, and the log has one line a minute', async () => {
  const lines: { message: string; visitors?: number }[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const clock = new MovableClock();
  const platform = {
    bus: new Bus(),
    clock,
    log,
    frame: { guarded: { under: [], alone: [] } },
    site: { brand: { name: 'Cards & <Co>' } },
  } as unknown as Platform;
  const pages = createPages(platform, () => new Promise(() => {}), createPageCache(platform));
  const app = new Hono<ApiEnv>();
  app.onError((error) => problemResponse(error, 'request-1', log));
  app.use((c, next) => {
    c.set('actor', null);
    return next();
  });
  app.all('*', pages.handler);

  // Four are being made and two hundred wait: none of them ends here.
  for (let n = 0; n < 204; n++) void app.request(`/listings?page=${n}`);
  await new Promise((resolve) => setImmediate(resolve));
  const answer = await app.request('/listings?page=one-more');
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('retry-after'),
    answer.headers.get('cache-control'),
  ]).toEqual([503, 'text/html; charset=utf-8', '5', 'no-store']);
  const text = await answer.text();
  expect(text.replace(/<[^>]+>|\s+/g, ' ').replace(/ +/g, ' ')).toContain(
    'We’re very busy right now. Try again in a few seconds. Try again',
  );
  expect(text).toContain('Cards &amp; &lt;Co&gt;');

  // Reads that no cached page answers wait for the same places.
  const uncached: [string, RequestInit][] = [
    ['/listings.data', {}],
    ['/listings', { method: 'HEAD' }],
    ['/listings', { headers: { authorization: 'Bearer expired' } }],
  ];
  for (const [path, init] of uncached) expect((await app.request(path, init)).status).toBe(503);
  for (let n = 0; n < 2; n++) await app.request(`/listings?page=more-${n}`);
  expect(lines.map(({ visitors }) => visitors)).toEqual([1]);
  clock.advance(minuteMs);
  await app.request('/');
  expect(lines.map(({ visitors }) => visitors)).toEqual([1, 6]);
});
