import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { createHttpApp } from './http.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('SE-8 in production an operator without authenticator app or passkey does nothing; the sandbox lets its own through', async () => {
  const { platform } = market;
  const operator = await market.signUp('Operator_1');
  const member = await market.signUp('Plain_1');
  await platform.pool.query("update auth_user set role = 'admin' where id = $1", [operator.id]);
  // The same market as if it were a real one: only what the guard reads is another.
  const production = { ...platform, config: { ...platform.config, mode: 'production' as const } };
  const app = createHttpApp({ platform: production, pages: null, sandbox: null, isReady: async () => [], metrics: () => '' });
  const grant = async (as: TestMember, on = app) => {
    const headers = { cookie: as.cookie, origin: market.url, 'content-type': 'application/json' };
    const answer = await on.request(`${market.url}/api/admin/members/${member.id}/premium`, { method: 'POST', headers, body: '{}' });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await grant(operator)).toEqual([403, 'operator_factor_needed']);
  expect(await grant(member)).toEqual([403, 'not_allowed']);
  expect((await market.request('POST', `/api/admin/members/${member.id}/premium`, { as: operator, body: {} })).status).toBe(200);
  expect((await market.request('DELETE', `/api/admin/members/${member.id}/premium`, { as: operator })).status).toBe(200);
  await setUpAuthenticator(market, operator);
  expect((await grant(operator))[0]).toBe(200);
});
