import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { minuteMs } from '#kernel/time.ts';
import { codeOf } from '#testing/authenticator.ts';
import { type Client, connectLive } from '#testing/live.ts';
import { type Answer, startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { confirmAs } from '#testing/step-up.ts';
import { confirmedMember, emailChanges } from '../../change-email/change-email.testing.ts';

const hasPages = existsSync(join(buildFolder, 'server/index.js'));
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: hasPages });
}, 60_000);
afterAll(() => market?.close());

const newPassword = 'another-horse-battery';
const changePassword = (as: TestMember) =>
  market.request('POST', '/api/auth/change-password', { as, body: { currentPassword: testPassword, newPassword } });
const statusWith = async (cookie: string) =>
  (await market.request('GET', '/api/profile', { headers: { cookie } })).status;
const sessionIn = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('sleeved_session='))
    ?.split(';')[0] ?? '';
const sessionsOf = async (cookie: string) =>
  (await market.request('GET', '/api/auth/list-sessions', { headers: { cookie } })).body.items as {
    id: string;
    isCurrent: boolean;
  }[];

/** Asserts that the answer has replaced the caller's session by another, and that copies of the old one are void. */
async function expectRenewed(before: string, answer: Answer): Promise<string> {
  const after = sessionIn(answer);
  expect([answer.status < 400, after !== '' && after !== before]).toEqual([true, true]);
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
  expect(await sessionsOf(after)).toMatchObject([{ isCurrent: true }]);
  return after;
}

test('another password ends every copy of the cookie, the tokens made with one and its open connection; the own browser stays signed in', async () => {
  const member = await market.signUp();
  const token: string = (await market.request('POST', '/api/auth/token', { as: member })).body.token;
  const line: Client = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, {
    origin: market.url,
    cookie: member.cookie,
  });
  await line.hello();
  const cookie = await expectRenewed(member.cookie, await changePassword(member));
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(401);
  // Not as an ended session, which would sign the own tab out: it reconnects with the new cookie.
  expect(await line.closed).toEqual({ code: 4409, reason: 'session_renewed' });
  const again = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, { origin: market.url, cookie });
  await again.hello();
  expect((await again.subscribe('own', 'me')).type).toBe('subscribed');
  again.socket.close();
});

test('the session that turns the second factor on is renewed, and lives no longer than it would have', async () => {
  const member = await market.signUp();
  await market.advance(5 * minuteMs);
  const started = await market.request('POST', '/api/auth/two-factor/enable', { as: member, body: {} });
  const on = await market.request('POST', '/api/auth/two-factor/verify-totp', {
    as: member,
    body: { code: codeOf(started.body.totpURI) },
  });
  const cookie = await expectRenewed(member.cookie, on);
  const { session } = (await market.request('GET', '/api/auth/get-session', { headers: { cookie } })).body;
  expect(new Date(session.expiresAt).getTime() - new Date(session.createdAt).getTime()).toBe(30 * 24 * 60 * minuteMs);
  // Proven at sign-up five minutes ago, and valid for five more.
  const factorOff = (as: TestMember) => market.request('POST', '/api/auth/two-factor/disable', { as, body: {} });
  await market.advance(6 * minuteMs);
  expect((await factorOff({ ...member, cookie })).body.code).toBe('step_up_required');
});

test('a confirmation is carried over to the new session with its time', async () => {
  const member = await market.signUp();
  const requestChange = (cookie: string) =>
    market.request('POST', '/api/auth/two-factor/enable', { as: { ...member, cookie }, body: {} });
  await market.advance(11 * minuteMs);
  expect((await requestChange(member.cookie)).body.code).toBe('step_up_required');
  expect((await confirmAs(market, member, { password: testPassword })).status).toBe(200);
  await market.advance(6 * minuteMs);
  const cookie = await expectRenewed(member.cookie, await changePassword(member));
  expect((await requestChange(cookie)).status).toBe(200);
  await market.advance(5 * minuteMs);
  expect((await requestChange(cookie)).body.code).toBe('step_up_required');
});

test('a first password renews the session of a member of Google', async () => {
  const person = traveller(market);
  await person.travel({ email: 'renew.google@example.test' });
  const headers = { cookie: person.cookie(), origin: market.url };
  const before = `sleeved_session=${person.cookies.get('sleeved_session')}`;
  await expectRenewed(
    before,
    await market.request('POST', '/api/auth/set-password', { body: { newPassword }, headers }),
  );
});

test('another e-mail renews the requesting session, when it makes the change itself and was renewed meanwhile', async () => {
  const { ask, links, confirm } = emailChanges(market);
  const member = await confirmedMember(market);
  expect((await ask(member, 'renewed.one@example.test')).status).toBe(200);
  const tokens = await links(member.email, 'renewed.one@example.test');
  const between = { ...member, cookie: await expectRenewed(member.cookie, await changePassword(member)) };
  expect((await confirm(tokens.old)).body.status).toBe('waiting');
  await expectRenewed(between.cookie, await confirm(tokens.fresh, between));
});

/** A program's answer after a change of a sign-in method; its previous token is void. */
async function expectRenewedToken(
  before: string,
  answer: Answer<{ bearer?: { token: string; expiresAt: string } }>,
): Promise<string> {
  // No cookie: credentials must not gain lifetime.
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  const { token = '', expiresAt = '' } = answer.body.bearer ?? {};
  expect((await market.request('GET', '/api/profile', { as: { token: before } })).status).toBe(401);
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(200);
  expect(new Date(expiresAt).getTime() - market.clock.now().getTime()).toBeLessThanOrEqual(60 * minuteMs);
  return token;
}
const tokenOf = async (as: TestMember): Promise<string> =>
  (await market.request('POST', '/api/auth/token', { as })).body.token;

test('a program that changes password, factor or e-mail by bearer token continues with the token in the answer, and copies of the old one are void', async () => {
  const member = await confirmedMember(market);
  const { ask, links, confirm } = emailChanges(market);
  const [first, copy] = [await tokenOf(member), await tokenOf(member)];
  const body = { currentPassword: testPassword, newPassword };
  const second = await expectRenewedToken(
    first,
    await market.request('POST', '/api/auth/change-password', { as: { token: first }, body }),
  );
  expect((await market.request('GET', '/api/profile', { as: { token: copy } })).status).toBe(401);
  // The cookie that the first token was made with ends with it.
  expect(await statusWith(member.cookie)).toBe(401);

  const started = await market.request('POST', '/api/auth/two-factor/enable', { as: { token: second }, body: {} });
  const code = codeOf(started.body.totpURI);
  const third = await expectRenewedToken(
    second,
    await market.request('POST', '/api/auth/two-factor/verify-totp', { as: { token: second }, body: { code } }),
  );

  expect((await ask({ token: third }, 'by.token@example.test')).status).toBe(200);
  const tokens = await links(member.email, 'by.token@example.test');
  await confirm(tokens.old);
  await expectRenewedToken(third, await confirm(tokens.fresh, { token: third }));
});

test('a program of a member of Google gets its token with the first password', async () => {
  const person = traveller(market);
  await person.travel({ email: 'renew.by.token@example.test' });
  const { token } = (
    await market.request('POST', '/api/auth/token', { headers: { cookie: person.cookie(), origin: market.url } })
  ).body;
  await expectRenewedToken(
    token,
    await market.request('POST', '/api/auth/set-password', { as: { token }, body: { newPassword } }),
  );
});

test('a browser gets no token', async () => {
  const { body } = await changePassword(await market.signUp());
  expect(body).toEqual({ success: true });
});

test('a token that requests the next one does not outlive the thirty days of its session', async () => {
  const member = await market.signUp();
  const thirtyDays = 30 * 24 * 60 * minuteMs;
  await market.advance(thirtyDays - 10 * minuteMs);
  const last = await market.request('POST', '/api/auth/token', { as: member });
  expect(new Date(last.body.expiresAt).getTime() - market.clock.now().getTime()).toBeLessThanOrEqual(10 * minuteMs);
  // A token from an older release, without the session's end: still no next one.
  const { id: sessionId } = (await market.request('GET', '/api/auth/get-session', { as: member })).body.session;
  const actor = {
    id: member.id,
    role: 'member' as const,
    via: 'bearer' as const,
    sessionId,
    signedInAt: market.clock.now(),
  };
  const longer = market.platform.identity.issueToken(
    actor,
    new Date(market.clock.now().getTime() + 2 * thirtyDays),
  ).token;
  await market.advance(11 * minuteMs);
  expect((await market.request('GET', '/api/profile', { as: { token: last.body.token } })).status).toBe(401);
  expect((await market.request('POST', '/api/auth/token', { as: { token: longer } })).status).toBe(401);
});

/** After the ten minutes of the sign-in: a step-up is required. */
async function restedMember() {
  const member = await market.signUp();
  await market.advance(11 * minuteMs);
  return member;
}
const requestChange = (as: TestMember | { token: string }) =>
  market.request('POST', '/api/auth/change-email', { as, body: { newEmail: freshEmail() } });
let emails = 0;
const freshEmail = () => `confirmed.${emails++}@example.test`;

test('a confirmation renews the session: no copy of the old cookie or token is confirmed, other devices stay, the open connection is restored', async () => {
  const member = await restedMember();
  const copy = { ...member };
  const token: string = (await market.request('POST', '/api/auth/token', { as: member })).body.token;
  const phone = sessionIn(
    await market.request('POST', '/api/auth/sign-in/email', { body: { email: member.email, password: testPassword } }),
  );
  const line: Client = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, {
    origin: market.url,
    cookie: member.cookie,
  });
  await line.hello();
  const answer = await confirmAs(market, member, { password: testPassword });
  expect([answer.status, answer.body, member.cookie === copy.cookie]).toEqual([200, { status: true }, false]);
  expect([
    (await requestChange(copy)).status,
    (await requestChange({ token })).status,
    (await requestChange(member)).status,
  ]).toEqual([401, 401, 200]);
  expect(await line.closed).toEqual({ code: 4409, reason: 'session_renewed' });
  expect(await statusWith(phone)).toBe(200);
  expect(await sessionsOf(member.cookie)).toHaveLength(2);
});

test('a wrong confirmation leaves the session as it was, and of two at the same moment one succeeds', async () => {
  const member = await restedMember();
  const before = member.cookie;
  expect((await confirmAs(market, member, { password: 'not-the-password' })).headers.getSetCookie()).toEqual([]);
  expect(await statusWith(before)).toBe(200);
  const confirm = () => market.request('POST', '/api/auth/step-up', { as: member, body: { password: testPassword } });
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  const made = answers.find(({ status }) => status === 200) as Answer;
  expect((await requestChange({ ...member, cookie: sessionIn(made) })).status).toBe(200);
});

test('a program that confirms continues with the token in the answer, also when it sends the proof with the call', async () => {
  const member = await restedMember();
  const body = { password: testPassword };
  const first = await tokenOf(member);
  const second = await expectRenewedToken(
    first,
    await market.request('POST', '/api/auth/step-up', { as: { token: first }, body }),
  );
  expect((await requestChange({ token: second })).status).toBe(200);
  await market.advance(11 * minuteMs);
  await expectRenewedToken(
    second,
    await market.request('POST', '/api/auth/two-factor/enable', { as: { token: second }, body }),
  );
});

test('a confirmation with Google renews the session', async () => {
  const person = traveller(market);
  await person.travel({ email: 'confirm.renews@example.test' });
  await market.advance(11 * minuteMs);
  const before = `sleeved_session=${person.cookies.get('sleeved_session')}`;
  await person.travel({ email: 'confirm.renews@example.test' }, { purpose: 'confirm', next: '/settings/security' });
  const after = `sleeved_session=${person.cookies.get('sleeved_session')}`;
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
});

test.skipIf(!hasPages)('the page that confirms redirects with the new cookie', async () => {
  const member = await restedMember();
  const page = await market.request<string>('POST', '/settings/security/confirm', {
    as: member,
    body: new URLSearchParams({ password: testPassword, next: '/settings/security' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/settings/security']);
  await expectRenewed(member.cookie, page);
});

const devicesOf = async ({ id }: TestMember) =>
  (
    await market.platform.pool.query(
      'select p.endpoint, s.id from push_subscription p join auth_session s on s.id = p.session_id where p.user_id = $1',
      [id],
    )
  ).rows;
const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
const listen = (as: TestMember, name: string) =>
  market.request('PUT', '/api/push/subscriptions', {
    as,
    body: { endpoint: `${market.url}/push/${name}`, expirationTime: null, keys },
  });

test('[RT-11] the device that confirms still gets pushes, until its renewed session ends', async () => {
  const member = await restedMember();
  expect((await listen(member, 'kept')).status).toBe(200);
  expect((await confirmAs(market, member, { password: testPassword })).status).toBe(200);
  expect(await devicesOf(member)).toMatchObject([{ endpoint: `${market.url}/push/kept` }]);
  const cookie = await expectRenewed(member.cookie, await changePassword(member));
  expect(await devicesOf(member)).toHaveLength(1);
  await market.request('POST', '/api/auth/sign-out', { as: { ...member, cookie } });
  expect(await devicesOf(member)).toEqual([]);
});

test('a change that is refused after its proof was right leaves the session unchanged', async () => {
  const member = await restedMember();
  const body = { password: testPassword };
  const call = (path: string) => market.request('POST', `/api/auth/two-factor/${path}`, { as: member, body });
  const answers = [await call('disable'), await call('generate-backup-codes'), await call('get-totp-uri')];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 404]);
  expect(answers.map(sessionIn)).toEqual(['', '', '']);
  expect(await statusWith(member.cookie)).toBe(200);
});

test('RC-11 two changes at the same moment from one session: one is made, the other is refused as its session is over, and the member stays signed in', async () => {
  const member = await market.signUp();
  const answers = await Promise.all([changePassword(member), changePassword(member)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const made = answers.find(({ status }) => status === 200) as Answer;
  expect(await statusWith(sessionIn(made))).toBe(200);
});

test.skipIf(!hasPages)(
  'the form without script answers the new cookie and a page that is already of the new session',
  async () => {
    const member = await market.signUp();
    const page = await market.request<string>('POST', '/settings/security', {
      as: member,
      body: new URLSearchParams({ intent: 'change-password', currentPassword: testPassword, newPassword }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await expectRenewed(member.cookie, page);
    expect(page.body).toContain('Password changed. Your other devices are signed out.');
    expect(page.body).toContain('this device');
  },
);
