import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/pages.server.ts';
import { minuteMs } from '#kernel/time.ts';
import { codeOf } from '#testing/authenticator.ts';
import { traveller } from '#testing/google.ts';
import { type Client, connectLive } from '#testing/live.ts';
import { type Answer, startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { emailChanges } from '../change-email/change-email.testing.ts';

const hasPages = existsSync(join(buildFolder, 'server/index.js'));
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: hasPages });
}, 60_000);
afterAll(() => market?.close());

const newPassword = 'another-horse-battery';
const changePassword = (as: TestMember) =>
  market.request('POST', '/api/auth/change-password', { as, body: { currentPassword: testPassword, newPassword } });
const statusWith = async (cookie: string) => (await market.request('GET', '/api/profile', { headers: { cookie } })).status;
const sessionIn = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('sleeved_session='))
    ?.split(';')[0] ?? '';
const sessionsOf = async (cookie: string) =>
  (await market.request('GET', '/api/auth/list-sessions', { headers: { cookie } })).body.items as { id: string; isCurrent: boolean }[];

/** The answer has put another session in the place of the one that asked; what anybody has copied from that one is worth nothing. */
async function expectRenewed(before: string, answer: Answer): Promise<string> {
  const after = sessionIn(answer);
  expect([answer.status < 400, after !== '' && after !== before]).toEqual([true, true]);
  expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
  expect(await sessionsOf(after)).toMatchObject([{ isCurrent: true }]);
  return after;
}

test('SE-8 another password ends every copy of the cookie, the tokens made with one and its open line; the own browser goes on', async () => {
  const member = await market.signUp();
  const token: string = (await market.request('POST', '/api/auth/token', { as: member })).body.token;
  const line: Client = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, { origin: market.url, cookie: member.cookie });
  await line.hello();
  const cookie = await expectRenewed(member.cookie, await changePassword(member));
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(401);
  // Not as an ended session, which would make the own tab sign out: it comes back with the new cookie.
  expect(await line.closed).toEqual({ code: 4409, reason: 'session_renewed' });
  const again = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`, { origin: market.url, cookie });
  await again.hello();
  expect((await again.subscribe('own', 'me')).type).toBe('subscribed');
  again.socket.close();
});

test('SE-8 the session that turns the second factor on is renewed, and lives no longer than it would have', async () => {
  const member = await market.signUp();
  await market.advance(5 * minuteMs);
  const begun = await market.request('POST', '/api/auth/two-factor/enable', { as: member, body: {} });
  const on = await market.request('POST', '/api/auth/two-factor/verify-totp', { as: member, body: { code: codeOf(begun.body.totpURI) } });
  const cookie = await expectRenewed(member.cookie, on);
  const { session } = (await market.request('GET', '/api/auth/get-session', { headers: { cookie } })).body;
  expect(new Date(session.expiresAt).getTime() - new Date(session.createdAt).getTime()).toBe(30 * 24 * 60 * minuteMs);
  // Proven at sign-up five minutes ago, and for five more.
  const factorOff = (as: TestMember) => market.request('POST', '/api/auth/two-factor/disable', { as, body: {} });
  await market.advance(6 * minuteMs);
  expect((await factorOff({ ...member, cookie })).body.code).toBe('step_up_required');
});

test('SE-8 a confirmation goes over to the new session with the time that it was given at', async () => {
  const member = await market.signUp();
  const wish = (cookie: string) => market.request('POST', '/api/auth/two-factor/enable', { as: { ...member, cookie }, body: {} });
  await market.advance(11 * minuteMs);
  expect((await wish(member.cookie)).body.code).toBe('step_up_required');
  expect((await market.request('POST', '/api/auth/step-up', { as: member, body: { password: testPassword } })).status).toBe(200);
  await market.advance(6 * minuteMs);
  const cookie = await expectRenewed(member.cookie, await changePassword(member));
  expect((await wish(cookie)).status).toBe(200);
  await market.advance(5 * minuteMs);
  expect((await wish(cookie)).body.code).toBe('step_up_required');
});

test('SE-8 a first password renews the session of a member of Google', async () => {
  const person = traveller(market);
  await person.travel({ email: 'renew.google@example.test' });
  const headers = { cookie: person.cookie(), origin: market.url };
  const before = `sleeved_session=${person.cookies.get('sleeved_session')}`;
  await expectRenewed(before, await market.request('POST', '/api/auth/set-password', { body: { newPassword }, headers }));
});

test('SE-8 another e-mail renews the session that asked, where it makes the change itself and was renewed meanwhile', async () => {
  const { ask, links, confirm } = emailChanges(market);
  const member = await market.signUp();
  expect((await ask(member, 'renewed.one@example.test')).status).toBe(200);
  const tokens = await links(member.email, 'renewed.one@example.test');
  const between = { ...member, cookie: await expectRenewed(member.cookie, await changePassword(member)) };
  expect((await confirm(tokens.old)).body.status).toBe('waiting');
  await expectRenewed(between.cookie, await confirm(tokens.fresh, between));
});

test('SE-8 a program with a bearer token keeps its own session, which has no cookie to renew', async () => {
  const member = await market.signUp();
  const token: string = (await market.request('POST', '/api/auth/token', { as: member })).body.token;
  const body = { currentPassword: testPassword, newPassword };
  const changed = await market.request('POST', '/api/auth/change-password', { as: { token }, body });
  expect([changed.status, changed.headers.getSetCookie()]).toEqual([200, []]);
  expect((await market.request('GET', '/api/profile', { as: { token } })).status).toBe(200);
});

test('RC-11 two changes at the same moment from one session: one is made, the other hears that its session is over, and the person stays in', async () => {
  const member = await market.signUp();
  const answers = await Promise.all([changePassword(member), changePassword(member)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const made = answers.find(({ status }) => status === 200) as Answer;
  expect(await statusWith(sessionIn(made))).toBe(200);
});

test.skipIf(!hasPages)('SE-8 the form without script answers the new cookie and a page that is already of the new session', async () => {
  const member = await market.signUp();
  const page = await market.request<string>('POST', '/settings/security', {
    as: member,
    body: new URLSearchParams({ intent: 'change-password', currentPassword: testPassword, newPassword }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await expectRenewed(member.cookie, page);
  expect(page.body).toContain('Password changed. Your other devices are signed out.');
  expect(page.body).toContain('this device');
});
