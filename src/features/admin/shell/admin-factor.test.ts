import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '#app/server/http.server.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { memberWithPasskey, startNamedMarket } from '#testing/passkeys.ts';
import { type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());

/** The same app in production mode: only the configuration that the guard reads differs. */
function inProduction(memberId: string) {
  const { platform } = market;
  const production = { ...platform, config: { ...platform.config, mode: 'production' as const } };
  const app = createHttpApp({
    platform: production,
    pages: null,
    sandbox: null,
    health: { isReady: async () => [], degraded: () => [], metrics: async () => '' },
  });
  const call = async (as: TestMember, path: string, body: unknown) => {
    const headers = {
      cookie: as.cookie,
      origin: market.url,
      host: new URL(market.url).host,
      'content-type': 'application/json',
    };
    const answer = await app.request(market.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { code?: string } };
  };
  const grant = async (as: TestMember) => {
    const { status, body } = await call(as, `/api/admin/members/${memberId}/premium`, {});
    return [status, body.code];
  };
  return { call, grant };
}

test('in production an admin without authenticator app or passkey is refused; in the sandbox not', async () => {
  const admin = await market.signUp('Operator_1');
  const member = await market.signUp('Plain_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const { grant } = inProduction(member.id);
  expect(await grant(admin)).toEqual([403, 'operator_factor_needed']);
  expect(await grant(member)).toEqual([403, 'not_allowed']);
  expect(
    (await market.request('POST', `/api/admin/members/${member.id}/premium`, { as: admin, body: {} })).status,
  ).toBe(200);
  expect((await market.request('DELETE', `/api/admin/members/${member.id}/premium`, { as: admin })).status).toBe(200);
  await setUpAuthenticator(market, admin);
  expect((await grant(admin))[0]).toBe(200);
});

test('in production a password alone admits no admin with passkeys only, nor replaces their factors', async () => {
  const { member: admin, browser, id } = await memberWithPasskey(market, 'Operator_2');
  const member = await market.signUp('Plain_2');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const signedIn = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: admin.email, password: testPassword },
  });
  const byPassword = { ...admin, cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const { call, grant } = inProduction(member.id);
  expect(await grant(byPassword)).toEqual([403, 'operator_factor_not_shown']);
  const { body: enable } = await call(byPassword, '/api/auth/two-factor/enable', {});
  const { body: disarm } = await call(byPassword, '/api/auth/passkey/delete-passkey', { id });
  expect([enable.code, disarm.code]).toEqual(['step_up_required', 'step_up_required']);
  expect((await call(byPassword, '/api/auth/step-up', { password: testPassword })).body).toMatchObject({
    errors: { password: 'Admins verify with a passkey. Use your passkey.' },
  });
  expect(await grant(byPassword)).toEqual([403, 'operator_factor_not_shown']);
  browser.cookies.set('sleeved_session', byPassword.cookie.replace('sleeved_session=', ''));
  expect((await browser.prove('step-up')).status).toBe(200);
  // The confirmed session is a new one; the one that a password opened is over.
  expect((await grant(byPassword))[0]).toBe(401);
  expect((await grant({ ...byPassword, cookie: browser.cookie() }))[0]).toBe(200);
});

test('in production an admin passes the second factor again after twelve hours', async () => {
  const { member: admin, browser } = await memberWithPasskey(market, 'Operator_3');
  const member = await market.signUp('Plain_3');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const { grant } = inProduction(member.id);
  browser.cookies.set('sleeved_session', admin.cookie.replace('sleeved_session=', ''));
  expect((await browser.prove('step-up')).status).toBe(200);
  const shown = { ...admin, cookie: browser.cookie() };
  await market.advance(12 * hourMs - minuteMs);
  expect((await grant(shown))[0]).toBe(200);
  await market.advance(2 * minuteMs);
  expect(await grant(shown)).toEqual([403, 'operator_factor_not_shown']);
  expect((await market.request('GET', '/api/profile', { as: shown })).status).toBe(200);
  expect((await browser.prove('step-up')).status).toBe(200);
  expect((await grant({ ...admin, cookie: browser.cookie() }))[0]).toBe(200);
});
