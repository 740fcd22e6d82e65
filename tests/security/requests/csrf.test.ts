import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { accessOf, operations, requestOf } from '../operations/operations.testing.ts';
import { changedTables, changingNothing, snapshot } from '../operations/snapshot.testing.ts';
import { makeWorld, type World } from '../operations/world.testing.ts';
import { dresses, foreignRequests } from './foreign-sites.testing.ts';

let market: TestMarket;
let world: World;
beforeAll(async () => {
  market = await startTestMarket();
  world = await makeWorld(market);
}, 90_000);
afterAll(() => market?.close());

const unsafe = Object.keys(operations).filter((name) => !name.startsWith('GET ') && accessOf(name) !== 'signed');
const reading = Object.keys(operations).filter((name) => name.startsWith('GET '));

const unchanged = changingNothing(() => market, unsafe);

test.each(unsafe)('no other site can make a member %s', (name) =>
  unchanged(name, async () => {
    const { victim } = world;
    const { method, path, body } = requestOf(name, world, victim);
    for (const { what, content } of foreignRequests(market.url, body, unsafe.indexOf(name))) {
      const answer = await market.request(method, path, {
        ...content,
        headers: { ...content.headers, cookie: victim.cookie },
      });
      expect([answer.status, answer.body.code], what).toEqual([403, 'origin_required']);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    }
  }));

/** A caller without permission is refused before the body is read, so each call has a permitted sender. */
const whoMay = (name: string) => (name.includes(' /api/admin/') ? world.admin : world.victim);

test('a form of our own pages cannot reach the API either: it takes JSON', { timeout: 60_000 }, async () => {
  const before = await snapshot(market);
  for (const name of unsafe) {
    const { method, path, body } = requestOf(name, world, whoMay(name));
    for (const [dress, { headers, ...content }] of dresses(body).filter(
      ([one]) => one === 'text/plain' || one === 'a form',
    )) {
      const answer = await market.request(method, path, {
        ...content,
        as: whoMay(name),
        ...(headers ? { headers } : {}),
      });
      expect([answer.status, answer.body.code], `${name}, ${dress}`).toEqual([400, 'not_json']);
    }
  }
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('no member is signed in or signed up by another site, with or without a cookie', async () => {
  const before = await snapshot(market);
  for (const name of ['POST /api/auth/sign-in/email', 'POST /api/auth/sign-up/email']) {
    const { method, path, body } = requestOf(name, world, world.stranger);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      const answer = await market.request(method, path, { body, headers });
      expect([answer.status, answer.body.code, answer.headers.getSetCookie()]).toEqual([403, 'origin_required', []]);
    }
  }
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('another site may ask for nothing in advance', async () => {
  for (const path of ['/api/profile', '/api/orders', '/api/auth/token']) {
    const answer = await market.request('OPTIONS', path, {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([...answer.headers.keys()].filter((header) => header.startsWith('access-control-'))).toEqual([]);
  }
});

/** A challenge that waits for its answer is no change of anything of the member's. */
const makesChallenge = new Set([
  'GET /api/auth/passkey/generate-register-options',
  'GET /api/auth/passkey/generate-authenticate-options',
]);

test('reading changes nothing, for any reader', { timeout: 120_000 }, async () => {
  const { victim, stranger, admin } = world;
  // The market's own key is created on the first request, and is there from then on.
  await market.request('GET', '/api/push/key', { as: stranger });
  let before = await snapshot(market);
  for (const name of reading.filter((one) => !makesChallenge.has(one))) {
    for (const as of [undefined, victim, stranger, admin]) {
      const { method, path } = requestOf(name, world, as ?? stranger);
      expect((await market.request(method, path, as ? { as } : {})).status).toBeLessThan(500);
      // As a prefetch, and as a link on another site.
      await market.request(method, `${path}?x=1`, {
        ...(as ? { as } : {}),
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      });
    }
    const after = await snapshot(market);
    expect(changedTables(before, after), name).toEqual([]);
    before = after;
  }
});

test('the same requests from our own pages pass, and so does a token without an origin', async () => {
  const { victim } = world;
  const { token } = (await market.request('POST', '/api/auth/token', { as: victim })).body;
  const bio = (headers: Record<string, string>) =>
    market.request('PATCH', '/api/profile', { body: { bio: 'mine' }, headers });
  expect((await bio({ cookie: victim.cookie, origin: market.url })).status).toBe(200);
  expect((await bio({ cookie: victim.cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await bio({ authorization: `Bearer ${token}`, origin: 'https://a-program.example' })).status).toBe(200);
  // A token that is no good is not made up for by the cookie beside it.
  expect((await bio({ authorization: 'Bearer x', cookie: victim.cookie, origin: 'https://evil.example' })).status).toBe(
    401,
  );
});

test('a body that is too large is refused unread at every address, also beside an upload', {
  timeout: 120_000,
}, async () => {
  const before = await snapshot(market);
  for (const name of unsafe) {
    const { method, path, body } = requestOf(name, world, whoMay(name));
    if (method === 'DELETE' || body instanceof FormData) continue;
    const answer = await market.request(method, path, {
      as: whoMay(name),
      body: { ...(body as object), padding: 'x'.repeat(1_000_000) },
    });
    expect([answer.status, answer.body.code], name).toEqual([413, 'too_large']);
  }
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});
