import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCodes } from '#platform/realtime/protocol/protocol.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { accessOf, operations } from '../../../tests/security/operations/operations.testing.ts';
import { makeWorld } from '../../../tests/security/operations/world.testing.ts';
import { market as composition } from '../server/features.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('the document is made once, and sent only to those who do not have it', async () => {
  const first = await market.request('GET', '/api/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await fetch(`${market.url}/api/openapi.json`, { headers: { 'if-none-match': `"another", W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  expect(
    (await market.request('GET', '/api/openapi.json', { headers: { 'if-none-match': '"another"' } })).body,
  ).toEqual(first.body);
});

test('[AP-08] the document says of each call whether it needs a signed-in member', async () => {
  const { body } = await market.request('GET', '/api/openapi.json');
  const isOptional = (security: object[]) => security.some((way) => Object.keys(way).length === 0);
  const said: Record<string, boolean> = {};
  for (const [path, item] of Object.entries<Record<string, { security?: object[] }>>(body.paths)) {
    for (const [method, operation] of Object.entries(item))
      said[`${method.toUpperCase()} ${path}`] = !isOptional(operation.security ?? body.security);
  }
  const needed = Object.keys(operations).map((name) => [
    name,
    ['own', 'owner', 'operator'].includes(accessOf(name) ?? ''),
  ]);
  expect(said).toEqual(Object.fromEntries(needed));
});

const liveText = async (): Promise<string> =>
  (await market.request('GET', '/api/openapi.json')).body.paths['/api/realtime'].get.description;

test('[AP-08] the live channel is described whole: each frame of both ends, each query with its parameters, the connected state, the server’s time, and why it closes', async () => {
  const text = await liveText();
  for (const frame of [
    'hello',
    'subscribe',
    'unsubscribe',
    'typing',
    'ping',
    'welcome',
    'subscribed',
    'event',
    'error',
    'pong',
  ])
    expect(text).toContain(`{type:"${frame}"`);
  for (const [query, { description }] of Object.entries(composition.channels)) {
    const row = text.split('\n').find((line) => line.startsWith(`- \`${query}\``)) ?? '';
    for (const param of Object.keys(description.params)) expect(row).toContain(`\`${param}\``);
    for (const kind of description.kinds) expect(row).toContain(`\`${kind}\``);
  }
  for (const [reason, code] of Object.entries(closeCodes)) expect(text).toContain(`${code} \`${reason}\``);
  for (const words of [
    'serverTime',
    'lastEventId',
    'the connection is open',
    'Without a token the session cookie',
    'while the network is off',
  ])
    expect(text).toContain(words);
});

test('[AP-08] every event kind that a subscriber of a live query receives is named in the description', {
  timeout: 90_000,
}, async () => {
  const world = await makeWorld(market);
  await market.runJobs();
  const { rows } = await market.platform.pool.query<{ kind: string; topics: string[] }>(
    'select distinct kind, topics from outbox_event',
  );
  const queryOf: Record<string, string> = {
    listing: 'listing',
    wanted: 'wanted',
    profile: 'profile',
    thread: 'thread',
    user: 'me',
    order: 'operator',
  };
  const undescribed = rows.flatMap(({ kind, topics }) =>
    topics.flatMap((topic) => {
      const query = queryOf[topic.split(':')[0] ?? ''];
      return query && topic.includes(':') && !composition.channels[query]?.description.kinds.includes(kind)
        ? [`${query}: ${kind}`]
        : [];
    }),
  );
  expect([...new Set(undescribed)]).toEqual([]);
  expect(rows.some(({ topics }) => topics.includes(`user:${world.victim.id}`))).toBe(true);
});
