import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

let host = 0;
const anywhere = () => `198.18.${(++host >> 8) & 255}.${host & 255}`;
const signIn = (email: string, password: string, address = anywhere()) =>
  market.request('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { 'x-forwarded-for': address },
  });
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const profile = (headers: Record<string, string>) => market.request('GET', '/api/profile', { headers });
const tokenOf = async (member: TestMember) =>
  (await market.request('POST', '/api/auth/token', { as: member })).body.token as string;

test('[ER-01] the right password signs in, with a session of its own each time', async () => {
  const member = await market.signUp('In_1');
  const [first, second] = [await signIn('IN_1@example.test ', testPassword), await signIn(member.email, testPassword)];
  expect([first.status, first.body.user.username]).toEqual([200, 'In_1']);
  expect(cookieOf(first)).not.toBe(cookieOf(second));
  expect((await profile({ cookie: cookieOf(first) })).status).toBe(200);
  const { rows } = await market.platform.pool.query('select last_sign_in from profile where user_id = $1', [member.id]);
  expect(rows[0].last_sign_in.getTime()).toBeGreaterThan(market.clock.now().getTime() - 10_000);
});

test('[ER-01] each failure has its exact sentence', async () => {
  await market.signUp('In_2');
  const said = async (email: string, password: string) => {
    const { status, body } = await signIn(email, password);
    return [status, body.message];
  };
  expect(await said('nobody@example.test', testPassword)).toEqual([401, 'No account found with this email address']);
  expect(await said('in_2@example.test', 'wrong-horse-battery')).toEqual([
    401,
    'The email or password you entered is incorrect',
  ]);
  expect(await said('not an e-mail', testPassword)).toEqual([422, 'Invalid email address']);
  expect(await said('in_2@example.test', '')).toEqual([422, 'Enter your password.']);
});

test('[VA-04] an account of Google is refused with a hint to use Google', async () => {
  const member = await market.signUp('Googler_1');
  await market.platform.pool.query(
    "update auth_account set provider_id = 'google', account_id = 'g-1', password = null where user_id = $1",
    [member.id],
  );
  const answer = await signIn(member.email, testPassword);
  const hint = 'This email belongs to an account that uses Google. Sign in with Google.';
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([401, 'use_google', hint]);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('[ER-01] ten failures close an account for fifteen minutes, from any network; no other account is closed', async () => {
  const member = await market.signUp('Guessed_1');
  for (let n = 0; n < 10; n++) expect((await signIn(member.email, `wrong-guess-${n}`)).status).toBe(401);
  const refused = await signIn(member.email, testPassword);
  expect([refused.status, refused.body.message]).toEqual([429, 'Too many failed attempts. Please try again later.']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  const other = await market.signUp('Guessed_2');
  expect((await signIn(other.email, testPassword)).status).toBe(200);
  await market.advance(15 * 60_000);
  expect((await signIn(member.email, testPassword)).status).toBe(200);
});

test('a hundred guesses sent at the same moment are counted as a hundred', async () => {
  const member = await market.signUp('Guessed_3');
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => signIn(member.email, `wrong-guess-${n}`)));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(90);
});

test('fifty valid sign-ins at the same moment, of one account and from one address, all succeed', async () => {
  const member = await market.signUp('Crowd_1');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => signIn(member.email, testPassword, '203.0.113.50')),
  );
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
});

test('a success resets the failures before it', async () => {
  const member = await market.signUp('Guessed_4');
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 9; n++) expect((await signIn(member.email, 'wrong-guess-x')).status).toBe(401);
    expect((await signIn(member.email, testPassword)).status).toBe(200);
  }
});

test('thirty failures close an address, and successes do not count', async () => {
  const member = await market.signUp('Neighbour_1');
  const address = '203.0.113.77';
  for (let n = 0; n < 30; n++) {
    expect((await signIn(member.email, testPassword, address)).status).toBe(200);
    expect((await signIn(`who${n}@example.test`, 'wrong-guess-x', address)).status).toBe(401);
  }
  expect((await signIn(member.email, testPassword, address)).status).toBe(429);
  expect((await signIn(member.email, testPassword)).status).toBe(200);
});

test('an IPv6 customer cannot evade the limit by changing the address inside the own network', async () => {
  for (let n = 0; n < 30; n++)
    await signIn(`six${n}@example.test`, 'wrong-guess-x', `2001:db8:7:7::${(n + 1).toString(16)}`);
  expect((await signIn('six99@example.test', 'x', '2001:db8:7:7:abcd::1')).status).toBe(429);
  expect((await signIn('six99@example.test', 'x', '2001:db8:7:8::1')).status).toBe(401);
});

test('a network gets the answer for twenty unknown e-mails an hour and no more', async () => {
  const member = await market.signUp('Hidden_1');
  const address = '203.0.113.78';
  const said = async (email: string) => {
    const { status, body, headers } = await signIn(email, 'wrong-guess-x', address);
    return { status, ...body, requestId: undefined, kind: headers.get('content-type') };
  };
  for (let n = 0; n < 20; n++)
    expect((await said(`unknown${n}@example.test`)).message).toBe('No account found with this email address');
  expect((await said('unknown0@example.test')).message).toBe('No account found with this email address');
  // After that the whole answer equals that of a wrong password: its code would disclose as much as its sentence.
  const wrong = await said(member.email);
  expect([wrong.code, wrong.message]).toEqual(['wrong_credentials', 'The email or password you entered is incorrect']);
  expect(await said('unknown20@example.test')).toEqual(wrong);
});

test('X-Forwarded-For counts only behind a trusted proxy', async () => {
  const open = await startTestMarket({ env: { TRUSTED_PROXIES: '' } });
  try {
    const guess = (n: number) =>
      open.request('POST', '/api/auth/sign-in/email', {
        body: { email: `n${n}@example.test`, password: 'x' },
        headers: { 'x-forwarded-for': `10.9.9.${n}` },
      });
    for (let n = 0; n < 30; n++) expect((await guess(n)).status).toBe(401);
    expect((await guess(31)).status).toBe(429);
  } finally {
    await open.close();
  }
});

test('[ER-01] a suspended member is refused with the reason, only with the right password, and has no session', async () => {
  const member = await market.signUp('Banned_1');
  const token = await tokenOf(member);
  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [member.id]);
  expect((await profile({ cookie: member.cookie })).status).toBe(401);
  expect((await signIn(member.email, 'wrong-guess-x')).status).toBe(401);
  const answer = await signIn(member.email, testPassword);
  expect([answer.status, answer.body.code, answer.headers.getSetCookie()]).toEqual([403, 'suspended', []]);
  expect((await market.request('GET', `/api/profiles/${member.username}`)).status).toBe(404);
  expect(token).toBeTruthy();
});

test('a session is read as null by a visitor, whole by its member', async () => {
  const member = await market.signUp('Sess_1');
  const visitor = await market.request('GET', '/api/auth/get-session');
  expect([visitor.status, visitor.body]).toEqual([200, null]);
  const own = await market.request('GET', '/api/auth/get-session', { as: member });
  expect(own.body).toMatchObject({ user: { id: member.id, username: 'Sess_1', role: 'member' } });
  expect(own.body.session).not.toHaveProperty('token');
});

test('a session expires after thirty days', async () => {
  const member = await market.signUp('Sess_2');
  await market.platform.pool.query('update auth_session set expires_at = $1 where user_id = $2', [
    market.clock.now(),
    member.id,
  ]);
  expect((await profile({ cookie: member.cookie })).status).toBe(401);
});

test('a forged, foreign or broken cookie is a visitor', async () => {
  const member = await market.signUp('Sess_3');
  const [name, value = ''] = member.cookie.split('=') as [string, string];
  const [token] = decodeURIComponent(value).split('.') as [string];
  for (const bad of [
    token,
    `${token}.`,
    `${token}.AAAA`,
    value.slice(0, -6),
    '%E0%A4%A',
    'x'.repeat(4_000),
    '',
    `${value}x`,
  ]) {
    expect((await profile({ cookie: `${name}=${bad}` })).status, bad.slice(0, 20)).toBe(401);
  }
});

test('[AP-08] a bearer token authenticates its session for an hour and ends with it', async () => {
  const member = await market.signUp('Token_1');
  expect((await market.request('POST', '/api/auth/token')).status).toBe(401);
  const made = await market.request('POST', '/api/auth/token', { as: member });
  expect(new Date(made.body.expiresAt).getTime() - market.clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
  const { token } = made.body;
  expect((await market.request('GET', '/api/profile', { as: { token } })).body.username).toBe('Token_1');
  expect((await profile({ authorization: `Bearer ${token}x`, cookie: member.cookie })).status).toBe(401);
  expect((await profile({ authorization: `Basic ${token}` })).status).toBe(401);
  expect((await market.request('POST', '/api/auth/sign-out', { as: member })).body).toEqual({ success: true });
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(401);
  expect((await profile({ cookie: member.cookie })).status).toBe(401);
});

test('[AP-08] a bearer token expires after an hour', async () => {
  const member = await market.signUp('Token_2');
  const token = await tokenOf(member);
  await market.advance(3_600_000);
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(401);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(200);
});

test('[ST-09] signing out clears the cookie, and signing out again is no error', async () => {
  const member = await market.signUp('Out_1');
  const out = await market.request('POST', '/api/auth/sign-out', { as: member });
  expect(out.headers.getSetCookie()[0]).toMatch(/^sleeved_session=; Max-Age=0/);
  expect((await market.request('POST', '/api/auth/sign-out')).status).toBe(200);
});

test('a write by cookie without an origin or from a foreign page is refused', async () => {
  const member = await market.signUp('Csrf_1');
  for (const headers of [
    { cookie: member.cookie },
    { cookie: member.cookie, origin: 'https://evil.example' },
    { cookie: member.cookie, 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    const answer = await market.request('PATCH', '/api/profile', { headers, body: { bio: 'taken over' } });
    expect([answer.status, answer.body.code]).toEqual([403, 'origin_required']);
  }
});

test('no identity, no database: a visitor and a bearer token cost no query', async () => {
  const member = await market.signUp('Quick_1');
  const token = await tokenOf(member);
  await market.request('GET', '/api/profile', { as: { token } });
  const { pool, identity } = market.platform;
  const original = pool.query;
  let queries = 0;
  pool.query = function counted(this: typeof pool, ...args: Parameters<typeof original>) {
    // The relay and the worker query the database too; only identity queries count here.
    const [statement] = args as unknown[];
    const text = typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text);
    if (/auth_(session|user|account|revocation)/.test(text)) queries++;
    return original.apply(this, args);
  } as typeof original;
  try {
    expect(await identity.resolve(new Headers())).toBeNull();
    expect(await identity.resolve(new Headers({ cookie: 'theme=dark' }))).toBeNull();
    expect(await identity.resolve(new Headers({ cookie: 'sleeved_session=forged.AAAA' }))).toBeNull();
    expect(await identity.resolve(new Headers({ authorization: `Bearer ${token}` }))).toMatchObject({
      id: member.id,
      via: 'bearer',
    });
    expect(queries).toBe(0);
    expect(await identity.resolve(new Headers({ cookie: member.cookie }))).toMatchObject({
      id: member.id,
      via: 'cookie',
    });
    expect(queries).toBe(1);
  } finally {
    pool.query = original;
  }
});
