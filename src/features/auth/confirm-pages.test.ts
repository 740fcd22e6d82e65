import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { type Authenticator, setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { followSession } from '#testing/step-up.ts';

/** The pages as a browser without JavaScript requests them: each answer is a redirect or a whole page. */
let market: TestMarket;
let member: TestMember;
let app: Authenticator;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  member = await market.signUp('Confirms_1');
  app = await setUpAuthenticator(market, member);
  await market.advance(11 * minuteMs);
}, 60_000);
afterAll(() => market?.close());

const get = (path: string, as: TestMember | null = member) => market.request<string>('GET', path, as ? { as } : {});
const post = (path: string, fields: Record<string, string>, cookie = member.cookie) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
const to = (answer: { headers: Headers }) => answer.headers.get('location');
const confirm = '/settings/security/confirm';

test.each([
  '/settings/security/authenticator',
  '/settings/security/recovery-codes',
])('%s asks an old session to confirm first, also when its form is sent, and comes back to it', async (path) => {
  const there = `${confirm}?next=${encodeURIComponent(path)}`;
  expect(to(await get(path))).toBe(there);
  // As client-side navigation requests it: its own suffix of the address is not part of `next`.
  const routes = [
    'features/members/pages/settings',
    `features/auth/pages/${path.replace('/settings/security/', 'settings-')}`,
  ];
  const inside = await market.request<string>('GET', `${path}.data?_routes=${encodeURIComponent(routes.join())}`, {
    as: member,
  });
  expect(inside.body).toContain(there);
  expect(inside.body).not.toContain(`${there}%3F`);
  for (const intent of ['begin', 'disable']) expect(to(await post(path, { intent }))).toBe(there);
});

test('the confirmation requires password and code, names errors, and continues to own pages only', async () => {
  const next = '/settings/security/authenticator';
  const page = await get(`${confirm}?next=${encodeURIComponent(next)}`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
  expect(page.body).toContain('autoComplete="one-time-code"');
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect(to(await get(`${confirm}?next=%2Fx`, null))).toMatch(/^\/auth\/sign-in\?next=/);

  const wrong = await post(confirm, { next, password: member.password, code: '12' });
  expect([wrong.status, wrong.body.includes('This code is incorrect. Enter the current code from your app.')]).toEqual([
    422,
    true,
  ]);
  expect((await post(confirm, { next, password: 'not-the-password', code: await app.freshCode() })).body).toContain(
    'This password is incorrect. Try again.',
  );
  expect(to(await get(next))).toContain(confirm);
  const foreign = await post(confirm, {
    next: 'https://evil.example/x',
    password: member.password,
    code: await app.freshCode(),
  });
  expect(to(foreign)).toBe('/settings/security');
  followSession(member, foreign.headers.getSetCookie());

  expect((await get(next)).body).toContain('Turn off two-step verification');
  expect(to(await get(`${confirm}?next=${encodeURIComponent(next)}`))).toBe(next);
  for (const bad of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    confirm,
    `${confirm}?next=${confirm}`,
  ])
    expect(to(await get(`${confirm}?next=${encodeURIComponent(bad)}`)), bad).toBe('/settings/security');
});

test('[ER-01] the page of the second step is not shown without its cookie, and continues to own pages only', async () => {
  expect(to(await get('/auth/second-step?next=%2Ffaq', null))).toBe('/auth/sign-in?next=%2Ffaq');
  expect(to(await get('/auth/second-step?next=%2Ffaq'))).toBe('/faq');
  const first = await post(
    '/auth/sign-in',
    { email: member.email, password: member.password, next: 'https://evil.example/x' },
    '',
  );
  const step =
    first.headers
      .getSetCookie()
      .find((line) => line.startsWith('sleeved_second_step='))
      ?.split(';')[0] ?? '';
  expect(to(first)).toMatch(/^\/auth\/second-step/);
  const page = await market.request<string>('GET', to(first) ?? '', { headers: { cookie: step } });
  expect(page.status).toBe(200);
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect(page.body).not.toContain(member.email);
  expect(page.body).not.toContain('evil.example');
  for (const next of ['//evil.example', 'https://evil.example/x', '/\\evil.example']) {
    const code = await app.freshCode();
    const again = await post('/auth/sign-in', { email: member.email, password: member.password }, '');
    const cookie =
      again.headers
        .getSetCookie()
        .find((line) => line.startsWith('sleeved_second_step='))
        ?.split(';')[0] ?? '';
    expect(to(await post('/auth/second-step', { code, kind: 'app', next }, cookie)), next).toBe('/dashboard');
  }
  const late = await get('/auth/sign-in?second=second_step_over', null);
  expect(late.body).toContain('This sign-in has expired. Sign in again.');
  await market.advance(11 * minuteMs);
  const over = await market.request<string>('GET', '/auth/second-step?next=%2Ffaq', { headers: { cookie: step } });
  expect(to(over)).toBe('/auth/sign-in?second=second_step_over&next=%2Ffaq');
});
