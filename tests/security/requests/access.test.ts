import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { market as composition } from '#app/server/features.server.ts';
import { passTime } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { followSession } from '#testing/step-up.ts';
import { accessOf, answerOf, operations, requestOf } from '../operations/operations.testing.ts';
import { changedTables, changingNothing, snapshot } from '../operations/snapshot.testing.ts';
import { makeWorld, secretWords, type World } from '../operations/world.testing.ts';

let market: TestMarket;
let world: World;
/** Cookies and tokens that authenticate no account. */
let nobodies: [name: string, headers: Record<string, string>][];
beforeAll(async () => {
  market = await startTestMarket({ env: { TAX_REPORT_COUNTRY: 'DE' } });
  world = await makeWorld(market);
  const [gone, barred] = [await market.signUp('signed_out_one'), await market.signUp('suspended_one')];
  const { token } = (await market.request('POST', '/api/auth/token', { as: gone })).body;
  await market.request('POST', '/api/auth/sign-out', { as: gone });
  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [barred.id]);
  const origin = market.url;
  nobodies = [
    ['a visitor', {}],
    ['an ended session', { cookie: gone.cookie, origin }],
    ['a token of an ended session', { authorization: `Bearer ${token}` }],
    ['a suspended member', { cookie: barred.cookie, origin }],
  ];
}, 90_000);
afterAll(() => market?.close());

const names = Object.keys(operations);
const withAccess = (...kinds: string[]) => names.filter((name) => kinds.includes(accessOf(name) ?? ''));
const freshLimits = () => market.platform.pool.query('delete from limit_counter');

async function ask(name: string, sender: TestMember, headers: Record<string, string>, change: { body?: unknown } = {}) {
  await freshLimits();
  const { method, path, body } = { ...requestOf(name, world, sender), ...change };
  return market.request(method, path, { ...(body === undefined || method === 'GET' ? {} : { body }), headers });
}
const cookieOf = (member: TestMember) => ({ cookie: member.cookie, origin: market.url });
const tokenOf = async (member: TestMember) => {
  const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
  return { authorization: `Bearer ${token}` };
};

test('every operation that is served has its row, and every row its operation', async () => {
  const { body } = await market.request('GET', '/api/openapi.json');
  const served = Object.entries<object>(body.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...names].sort()).toEqual(served.sort());
  expect(served.length).toBeGreaterThan(80);
  // No operation without a rule, and no rule without an operation: a new call needs a rule.
  const ruled = [...composition.edges.keys()].filter((edge) => /^[A-Z]+ /.test(edge));
  expect(ruled.sort()).toEqual(served);
});

describe('a visitor', () => {
  const closed = withAccess('own', 'owner', 'operator');
  const unchanged = changingNothing(() => market, closed);

  test.each(closed)('may not %s', (name) =>
    unchanged(name, async () => {
      for (const [who, headers] of nobodies) {
        for (const change of [{}, { body: {} }]) {
          const answer = await ask(name, world.victim, headers, change);
          expect([answer.status, answer.body.code], who).toEqual([401, 'not_signed_in']);
        }
      }
    }));
});

test.each(withAccess('open'))('a visitor may %s, and learns nothing private', async (name) => {
  const answer = await ask(name, world.stranger, {});
  expect([401, 403].includes(answer.status) && ['not_signed_in', 'not_allowed'].includes(answer.body.code)).toBe(false);
  expect(answer.status).toBeLessThan(500);
  for (const word of secretWords) expect(JSON.stringify(answer.body)).not.toContain(word);
});

test('another member, by cookie and by token, and the operator reach nothing that is the victim’s, and change nothing', {
  timeout: 60_000,
}, async () => {
  const { stranger, admin } = world;
  const senders: [TestMember, Record<string, string>][] = [
    [stranger, cookieOf(stranger)],
    [stranger, await tokenOf(stranger)],
    [admin, cookieOf(admin)],
  ];
  const wrong: string[] = [];
  let before = await snapshot(market);
  for (const name of withAccess('owner')) {
    for (const [sender, headers] of senders) {
      const answer = await ask(name, sender, headers);
      const expected = answerOf(name, world, sender, sender === admin ? 'admin' : 'member');
      if (expected === true || answer.status !== expected.status || answer.body.code !== expected.code)
        wrong.push(`${name} by ${sender.username}: ${answer.status} ${answer.body.code}`);
    }
    const after = await snapshot(market);
    const changed = changedTables(before, after);
    before = after;
    if (changed.length > 0) wrong.push(`${name} by one of them: changed ${changed}`);
  }
  expect(wrong).toEqual([]);
});

test('another member’s thing under one’s own is not found either', async () => {
  const { ids, stranger } = world;
  const before = await snapshot(market);
  const swapped: [method: string, path: string, body?: unknown][] = [
    ['DELETE', `/api/listings/${ids.foreignDraft}/photos/${ids.photo}`],
    ['PUT', `/api/listings/${ids.foreignDraft}/photos`, { photoIds: [ids.photo] }],
    ['POST', '/api/stripe/cancel-subscription', { userId: world.victim.id }],
    ['POST', '/api/stripe/cancel-subscription', { subscriptionId: ids.subscription, userId: stranger.id }],
    ['POST', '/api/auth/unlink-account', { providerId: 'google', accountId: world.victim.id }],
    ['GET', `/api/orders/${ids.bought}`],
  ];
  for (const [method, path, body] of swapped) {
    const answer = await market.request(method, path, { as: stranger, ...(body === undefined ? {} : { body }) });
    expect([403, 404, 422], `${method} ${path}: ${answer.status} ${answer.body.code}`).toContain(answer.status);
  }
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('what a member does for himself touches nothing of the victim’s, and returns nothing of hers', {
  timeout: 60_000,
}, async () => {
  const { victim, stranger } = world;
  const wrong: string[] = [];
  let before = await snapshot(market, victim.id);
  for (const name of withAccess('own').filter((one) => !/delete-account|change-password|revoke-other/.test(one))) {
    const answer = await ask(name, stranger, cookieOf(stranger));
    // Confirming starts a new session.
    followSession(stranger, answer.headers.getSetCookie());
    const after = await snapshot(market, victim.id);
    const changed = operations[name]?.touches ? [] : changedTables(before, after);
    before = after;
    const notified = secretWords.filter((word) => JSON.stringify(answer.body).includes(word));
    if (answer.status === 401 || answer.status >= 500 || changed.length > 0 || notified.length > 0)
      wrong.push(`${name}: ${answer.status}, changed ${changed}, told ${notified}`);
  }
  expect(wrong).toEqual([]);
});

describe('administration', () => {
  const closed = withAccess('operator');
  const unchanged = changingNothing(() => market, closed);
  // What the tests before woke writes on its own time, and Stripe's news of it do.
  beforeAll(() => passTime(market));

  // A body that is wrong, or none at all, does not change that: only a permitted caller learns the input of a call.
  test.each(closed)('only the operator may %s', (name) =>
    unchanged(name, async () => {
      const headers = { ...cookieOf(world.victim), 'content-type': 'application/json' };
      for (const change of [{}, { body: {} }, { body: { nonsense: 1 } }, { body: '{"half' }]) {
        const refused = await ask(name, world.victim, headers, change);
        expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed']);
      }
    }));

  // What the state of the thing refuses is refused to a permitted caller.
  test.each(closed)('the operator may %s', async (name) => {
    const { status } = await ask(name, world.admin, cookieOf(world.admin));
    expect(status < 300 || status === 409, String(status)).toBe(true);
  });
});

test.each(withAccess('signed'))('nobody without the signature may %s', async (name) => {
  const before = await snapshot(market);
  for (const headers of [{}, cookieOf(world.victim), cookieOf(world.admin)] as Record<string, string>[]) {
    expect((await ask(name, world.victim, headers)).body.code).toBe('bad_signature');
  }
  expect(changedTables(before, await snapshot(market))).toEqual([]);
});

test('what was refused to the others is there for its owner', { timeout: 60_000 }, async () => {
  const refused: string[] = [];
  for (const name of withAccess('owner').filter((one) => !one.includes('revoke-session'))) {
    expect(answerOf(name, world, world.victim, 'member'), name).toBe(true);
    const answer = await ask(name, world.victim, cookieOf(world.victim));
    if ([401, 403, 404].includes(answer.status) || answer.status >= 500)
      refused.push(`${name}: ${answer.status} ${answer.body.code}`);
  }
  expect(refused).toEqual([]);
  expect((await ask('POST /api/auth/revoke-session', world.victim, cookieOf(world.victim))).status).toBe(200);
});
