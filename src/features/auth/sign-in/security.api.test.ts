import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const newPassword = 'another-horse-battery';
/** Stores the answer's cookie, as a browser does. */
async function change(as: TestMember | undefined, body: unknown) {
  const answer = await market.request('POST', '/api/auth/change-password', { ...(as ? { as } : {}), body });
  if (as) as.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? as.cookie;
  return answer;
}
const isIn = async (cookie: string) =>
  (await market.request('GET', '/api/profile', { headers: { cookie } })).status === 200;

let host = 0;
async function signIn(member: TestMember, password = member.password, userAgent = 'test') {
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password },
    headers: { 'x-forwarded-for': `198.19.0.${++host}`, 'user-agent': userAgent },
  });
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

test('a new password ends every other session and its tokens, and keeps this one', async () => {
  const member = await market.signUp('Change_1');
  const other = await signIn(member);
  const { token } = (await market.request('POST', '/api/auth/token', { as: { ...member, cookie: other.cookie } })).body;
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(200);
  expect((await change(member, { currentPassword: testPassword, newPassword })).body).toEqual({ success: true });
  expect([await isIn(member.cookie), await isIn(other.cookie)]).toEqual([true, false]);
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(401);
  expect([(await signIn(member)).status, (await signIn(member, newPassword)).status]).toEqual([401, 200]);
});

test('[VA-11] a change is refused without the present password, with a common one, and for visitors', async () => {
  const member = await market.signUp('Change_2');
  const body = { currentPassword: testPassword, newPassword };
  expect((await change(undefined, body)).status).toBe(401);
  expect((await change(member, { ...body, currentPassword: 'wrong-horse-battery' })).body.errors).toEqual({
    currentPassword: 'This password is incorrect. Try again.',
  });
  expect((await change(member, { ...body, newPassword: 'short' })).body.errors).toHaveProperty('newPassword');
  expect((await change(member, { ...body, newPassword: 'password1234' })).body.errors.newPassword).toMatch(
    /too common/,
  );
  expect((await change(member, { ...body, newPassword: testPassword })).body.errors.newPassword).toMatch(
    /different from/,
  );
  expect((await change(member, { ...body, extra: 1 })).status).toBe(422);
  expect((await signIn(member)).status).toBe(200);
});

test('guessing the present password of an open session is limited', async () => {
  const member = await market.signUp('Change_3');
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => change(member, { currentPassword: 'wrong-horse-battery', newPassword })),
  );
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5);
  expect((await change(member, { currentPassword: testPassword, newPassword })).status).toBe(429);
});

test('the devices are listed without their tokens, and each can be signed out', async () => {
  const member = await market.signUp('Devices_1');
  const firefox = await signIn(
    member,
    testPassword,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  );
  const phone = await signIn(
    member,
    testPassword,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  );
  const list = await market.request('GET', '/api/auth/list-sessions', { as: member });
  expect(list.body.items.map((item: { name: string; isCurrent: boolean }) => [item.name, item.isCurrent])).toEqual([
    ['Safari on iPhone', false],
    ['Firefox on Windows', false],
    ['Unknown device', true],
  ]);
  expect(JSON.stringify(list.body)).not.toContain('token');
  const end = (id: string, as: TestMember) => market.request('POST', '/api/auth/revoke-session', { as, body: { id } });
  const stranger = await market.signUp('Devices_2');
  expect((await end(list.body.items[0].id, stranger)).status).toBe(404);
  expect(await isIn(phone.cookie)).toBe(true);
  expect((await end(list.body.items[0].id, member)).status).toBe(200);
  expect((await end(list.body.items[0].id, member)).status).toBe(404);
  expect([await isIn(phone.cookie), await isIn(firefox.cookie), await isIn(member.cookie)]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await market.request('POST', '/api/auth/revoke-other-sessions', { as: member })).status).toBe(200);
  expect([await isIn(firefox.cookie), await isIn(member.cookie)]).toEqual([false, true]);
  for (const [method, path] of [
    ['GET', 'list-sessions'],
    ['POST', 'revoke-session'],
    ['POST', 'revoke-other-sessions'],
  ] as const) {
    expect(
      (await market.request(method, `/api/auth/${path}`, method === 'POST' ? { body: { id: 'x' } } : {})).status,
    ).toBe(401);
  }
});

test('signing in gives the browser another session and ends its previous one', async () => {
  const [victim, other] = [await market.signUp('Fixed_1'), await market.signUp('Fixed_2')];
  const planted = victim.cookie;
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: other.email, password: other.password },
    headers: { cookie: planted, origin: market.url, 'x-forwarded-for': '198.19.1.1' },
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(cookie).not.toBe(planted);
  expect([await isIn(planted), await isIn(cookie)]).toEqual([false, true]);
});

test('over https the cookie is bound to the host, and script cannot read it', async () => {
  const secure = await startTestMarket({
    env: {
      APP_URL: 'https://market.example',
      REALTIME_URL: 'wss://market.example/api/realtime',
      REALTIME_DOMAIN: 'market.example',
    },
  });
  try {
    const { host, port } = secure.platform.config;
    const answer = await fetch(`http://${host}:${port}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'secure@example.test',
        password: testPassword,
        username: 'Secure_1',
        location: 'Lyon',
      }),
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-sleeved_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const again = await fetch(`http://${host}:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'secure@example.test', password: testPassword }),
    });
    const [cookie = ''] = again.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-sleeved_session=[^;]+;/);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    const own = await fetch(`http://${host}:${port}/api/profile`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(own.status).toBe(200);
  } finally {
    await secure.close();
  }
});
