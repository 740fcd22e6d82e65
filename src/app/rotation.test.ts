import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnsubscribe, unsubscribeUrl } from '#features/notifications/unsubscribe.server.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

const [before, after] = ['the secret before, of thirty-two chars', 'the secret after, of thirty-two chars'];
let old: TestMarket;
let both: TestMarket;
let only: TestMarket;
beforeAll(async () => {
  old = await startTestMarket({ env: { AUTH_SECRET: before } });
  both = await startTestMarket({ beside: old, env: { AUTH_SECRET: after, AUTH_SECRET_OLD: before } });
  only = await startTestMarket({ beside: old, env: { AUTH_SECRET: after } });
}, 90_000);
afterAll(async () => {
  await only?.close();
  await both?.close();
  await old?.close();
});

test('[A-14] while AUTH_SECRET is changed nobody notices: sessions, bearers, links and second steps of before work, and are written anew', async () => {
  const member = await old.signUp('Rotated_1');
  const me = (market: TestMarket, headers: Record<string, string>) => market.request('GET', '/api/profile', { headers });
  const { token } = (await old.request('POST', '/api/auth/token', { as: member })).body;

  // The session goes on, under a cookie that the new secret alone opens.
  const answer = await me(both, { cookie: member.cookie });
  const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('sleeved_session='));
  expect([answer.status, renewed]).toEqual([200, expect.stringContaining('HttpOnly')]);
  const cookie = renewed?.split(';')[0] ?? '';
  expect((await me(only, { cookie: member.cookie })).status).toBe(401);
  expect((await me(only, { cookie })).status).toBe(200);
  expect((await me(both, { cookie })).headers.getSetCookie()).toEqual([]);
  // Whoever signs out with the old cookie is not handed a new one.
  const leaving = await old.signUp('Rotated_2');
  const out = await both.request('POST', '/api/auth/sign-out', { as: { ...leaving }, body: {}, headers: { origin: both.url } });
  expect(out.headers.getSetCookie().filter((line) => /^sleeved_session=[^;]/.test(line))).toEqual([]);

  expect((await me(both, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await me(only, { authorization: `Bearer ${token}` })).status).toBe(401);

  // A link of an old mail.
  const link = new URL(unsubscribeUrl(old.platform, { userId: member.id, kind: 'purchases' })).searchParams.get('token') ?? '';
  expect(await describeUnsubscribe(both.platform, link)).toMatchObject({ username: 'Rotated_1' });
  await expect(describeUnsubscribe(only.platform, link)).rejects.toMatchObject({ status: 403 });

  // A request that was answered before is answered the same again, and not taken for another one.
  const repeat = (market: TestMarket, as: { token: string }) =>
    market.request('PATCH', '/api/profile', { as, body: { bio: 'Told once' }, headers: { 'idempotency-key': 'rotated-key-1' } });
  const first = await repeat(old, { token });
  const again = await repeat(both, { token });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

test('[A-14] an authenticator app and recovery codes of before work, and the app needs the old secret no more once it was used', async () => {
  const member = await old.signUp('Rotated_3');
  const app = await setUpAuthenticator(old, member);
  const factors = (market: TestMarket) => market.platform.identity.secondFactors;
  const spend = async (market: TestMarket) => factors(market).spendCode(market.platform.db, member.id, await app.freshCode());
  await expect(spend(only)).rejects.toThrow();
  expect(await spend(both)).toBe('right');
  expect(await spend(only)).toBe('right');
  const recover = (market: TestMarket, n: number) =>
    factors(market).spendRecoveryCode(market.platform.db, member.id, app.recoveryCodes[n] ?? '', market.clock.now());
  expect([await recover(only, 0), await recover(both, 0)]).toEqual([null, 9]);
});
