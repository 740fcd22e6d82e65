import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUnsubscribe, unsubscribeUrl } from '#features/notifications/send/unsubscribe.server.ts';
import { photo } from '#platform/pictures/crafted.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

const [before, after] = ['the secret before, of thirty-two chars', 'the secret after, of thirty-two chars'];
let old: TestMarket;
const notified: string[] = [];
let both: TestMarket;
let only: TestMarket;
beforeAll(async () => {
  old = await startTestMarket({ env: { AUTH_SECRET: before } });
  both = await startTestMarket({
    beside: old,
    env: { AUTH_SECRET: after, AUTH_SECRET_OLD: before },
    onLog: (line) => notified.push(line),
  });
  only = await startTestMarket({ beside: old, env: { AUTH_SECRET: after } });
}, 90_000);
afterAll(async () => {
  await only?.close();
  await both?.close();
  await old?.close();
});

test('a change of AUTH_SECRET interrupts no member: sessions, bearers, links and second steps of before work, and are written with the new one', async () => {
  const member = await old.signUp('Rotated_1');
  const me = (market: TestMarket, headers: Record<string, string>) =>
    market.request('GET', '/api/profile', { headers });
  const { token } = (await old.request('POST', '/api/auth/token', { as: member })).body;

  // The session goes on, under a cookie that the new secret alone opens.
  const answer = await me(both, { cookie: member.cookie });
  const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('sleeved_session='));
  expect([answer.status, renewed]).toEqual([200, expect.stringContaining('HttpOnly')]);
  const cookie = renewed?.split(';')[0] ?? '';
  expect((await me(only, { cookie: member.cookie })).status).toBe(401);
  expect((await me(only, { cookie })).status).toBe(200);
  expect((await me(both, { cookie })).headers.getSetCookie()).toEqual([]);
  // Signing out with the old cookie sets no new one.
  const leaving = await old.signUp('Rotated_2');
  const out = await both.request('POST', '/api/auth/sign-out', {
    as: { ...leaving },
    body: {},
    headers: { origin: both.url },
  });
  expect(out.headers.getSetCookie().filter((line) => /^sleeved_session=[^;]/.test(line))).toEqual([]);

  expect((await me(both, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await me(only, { authorization: `Bearer ${token}` })).status).toBe(401);

  // Each token is logged once: an admin sees when the former secret can go.
  await me(both, { authorization: `Bearer ${token}` });
  const rotated = notified.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'identity.secret-rotated');
  expect(rotated.map((line) => [line.token, line.member, line.outcome])).toEqual([
    ['cookie', member.id, 'done'],
    ['cookie', leaving.id, 'done'],
    ['bearer', member.id, 'done'],
  ]);

  // A link of an old mail.
  const link =
    new URL(unsubscribeUrl(old.platform, { userId: member.id, kinds: ['purchases'] })).searchParams.get('token') ?? '';
  expect(await describeUnsubscribe(both.platform, link)).toMatchObject({ username: 'Rotated_1' });
  await expect(describeUnsubscribe(only.platform, link)).rejects.toMatchObject({ status: 403 });

  // A request that was answered before is answered the same again, and not taken for another one.
  const repeat = (market: TestMarket, as: { token: string }) =>
    market.request('PATCH', '/api/profile', {
      as,
      body: { bio: 'Told once' },
      headers: { 'idempotency-key': 'rotated-key-1' },
    });
  const first = await repeat(old, { token });
  const again = await repeat(both, { token });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

test('an authenticator app and recovery codes of before work, and the app needs the old secret no more once it was used', async () => {
  const member = await old.signUp('Rotated_3');
  const app = await setUpAuthenticator(old, member);
  const factors = (market: TestMarket) => market.platform.identity.secondFactors;
  const spend = async (market: TestMarket) =>
    factors(market).spendCode(market.platform.db, member.id, await app.freshCode());
  await expect(spend(only)).rejects.toThrow();
  expect(await spend(both)).toBe('right');
  expect(await spend(only)).toBe('right');
  const recover = (market: TestMarket, n: number) =>
    factors(market).spendRecoveryCode(market.platform.db, member.id, app.recoveryCodes[n] ?? '', market.clock.now());
  expect([await recover(only, 0), await recover(both, 0)]).toEqual([null, 9]);
});

test('a publicly cacheable answer carries no new session, and the one that carries it is not cacheable', async () => {
  const member = await old.signUp('Rotated_4');
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(await photo())]), 'me.jpg');
  const { body: profile } = await old.request('POST', '/api/profile/avatar', { as: member, body });
  const look = async (path: string) => {
    const { status, headers } = await both.request('GET', path, { headers: { cookie: member.cookie } });
    return {
      status,
      kept: headers.get('cache-control'),
      cookies: headers.getSetCookie().map((line) => line.split('=', 1)[0]),
    };
  };
  expect(await look('/sitemap.xml')).toEqual({ status: 200, kept: 'public, max-age=600', cookies: [] });
  expect(await look(profile.avatarUrl)).toEqual({
    status: 200,
    kept: 'public, max-age=300, must-revalidate',
    cookies: [],
  });
  for (const path of ['/robots.txt', '/api/profile', '/api/listings'])
    expect(await look(path), path).toEqual({ status: 200, kept: 'private, no-store', cookies: ['sleeved_session'] });
});
