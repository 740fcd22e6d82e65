import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { accessOf, operations } from './abuse/operations.testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[A-11] the document is made once, and sent only to those who do not have it', async () => {
  const first = await market.request('GET', '/api/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await fetch(`${market.url}/api/openapi.json`, { headers: { 'if-none-match': `"another", W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await market.request('GET', '/api/openapi.json', { headers: { 'if-none-match': '"another"' } })).body).toEqual(first.body);
});

test('[AP-08] the document says of each call whether it needs a signed-in member', async () => {
  const { body } = await market.request('GET', '/api/openapi.json');
  const isOptional = (security: object[]) => security.some((way) => Object.keys(way).length === 0);
  const said: Record<string, boolean> = {};
  for (const [path, item] of Object.entries<Record<string, { security?: object[] }>>(body.paths)) {
    for (const [method, operation] of Object.entries(item))
      said[`${method.toUpperCase()} ${path}`] = !isOptional(operation.security ?? body.security);
  }
  const needed = Object.keys(operations).map((name) => [name, ['own', 'owner', 'operator'].includes(accessOf(name) ?? '')]);
  expect(said).toEqual(Object.fromEntries(needed));
});
