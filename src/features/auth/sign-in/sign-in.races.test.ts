import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { memberWithPasskey, passkeyBrowser, startNamedMarket } from '#testing/passkeys.ts';
import { type Answer, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { newestToken } from '../change-email/change-email.testing.ts';
import { suspendMember } from '../suspension/suspend-member.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());
afterEach(() => vi.restoreAllMocks());

const newPassword = 'the-owners-new-words';
let calls = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.18.${(++calls >> 8) & 255}.${calls & 255}` });

/** Runs `work` after a sign-in was found valid and before its session exists. */
function beforeTheSession(work: () => Promise<unknown>): { hasHappened(): boolean } {
  const { identity } = market.platform;
  const [open, asksForCode] = [identity.openSession, identity.secondFactors.isOn];
  let happened = false;
  const once = async () => {
    if (happened) return;
    happened = true;
    await work();
  };
  vi.spyOn(identity, 'openSession').mockImplementation(async (...given) => {
    await once();
    return open(...given);
  });
  vi.spyOn(identity.secondFactors, 'isOn').mockImplementation(async (...given) => {
    const isOn = await asksForCode(...given);
    if (isOn) await once();
    return isOn;
  });
  return { hasHappened: () => happened };
}

const signIn = ({ email, password }: Pick<TestMember, 'email' | 'password'>) =>
  market.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: elsewhere() });
const sessionsOf = async (id: string) =>
  (await market.platform.pool.query('select id from auth_session where user_id = $1', [id])).rows.length;
const stepsOf = async (id: string) =>
  (await market.platform.pool.query('select 1 from auth_second_step where user_id = $1', [id])).rows.length;

async function resetOf({ email }: TestMember): Promise<() => Promise<unknown>> {
  await market.request('POST', '/api/auth/request-password-reset', { body: { email }, headers: elsewhere() });
  const token = await newestToken(market, email, '/auth/reset-password');
  return async () =>
    expect((await market.request('POST', '/api/auth/reset-password', { body: { token, newPassword } })).status).toBe(
      200,
    );
}

/** The sign-in failed: no session in the answer and none in the database. */
async function expectNothing(
  id: string,
  answer: Answer<{ code?: string }>,
  status: number,
  code: string,
): Promise<void> {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers.getSetCookie().filter((line) => /session=[^;]/.test(line))).toEqual([]);
  expect([await sessionsOf(id), await stepsOf(id)]).toEqual([0, 0]);
}

test('a reset of the password ends a sign-in with the old one that is in progress', async () => {
  const owner = await market.signUp();
  const door = beforeTheSession(await resetOf(owner));
  const answer = await signIn(owner);
  expect(door.hasHappened()).toBe(true);
  await expectNothing(owner.id, answer, 401, 'wrong_credentials');
  vi.restoreAllMocks();
  expect((await signIn({ email: owner.email, password: newPassword })).status).toBe(200);
});

test('a reset ends a sign-in with the old password that is about to require its second step', async () => {
  const owner = await market.signUp();
  await setUpAuthenticator(market, owner);
  const door = beforeTheSession(await resetOf(owner));
  const answer = await signIn(owner);
  expect(door.hasHappened()).toBe(true);
  await expectNothing(owner.id, answer, 401, 'wrong_credentials');
});

test('a reset ends a sign-in whose second step was right a moment ago', async () => {
  const owner = await market.signUp();
  const app = await setUpAuthenticator(market, owner);
  const step = (await signIn(owner)).headers
    .getSetCookie()
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ');
  const reset = await resetOf(owner);
  const code = await app.freshCode();
  const door = beforeTheSession(reset);
  const headers = { cookie: step, origin: market.url };
  const answer = await market.request('POST', '/api/auth/two-factor/verify-totp', { body: { code }, headers });
  expect(door.hasHappened()).toBe(true);
  await expectNothing(owner.id, answer, 401, 'second_step_over');
});

test('I13 a member who is suspended or deleted while signing in gets no session', async () => {
  const [barred, leaving] = [await market.signUp(), await market.signUp()];
  beforeTheSession(() =>
    suspendMember(market.platform, { userId: barred.id, by: 'command line', reason: 'Sold what was not there.' }),
  );
  await expectNothing(barred.id, await signIn(barred), 403, 'suspended');
  vi.restoreAllMocks();
  beforeTheSession(async () => {
    const gone = await market.request('POST', '/api/users/delete-account', {
      as: leaving,
      body: { password: testPassword },
    });
    expect(gone.status).toBe(200);
  });
  await expectNothing(leaving.id, await signIn(leaving), 401, 'wrong_credentials');
});

test('a sign-in that was in progress when the authenticator app was turned on requires its code', async () => {
  const owner = await market.signUp();
  beforeTheSession(() => setUpAuthenticator(market, owner));
  const answer = await signIn(owner);
  expect([answer.status, answer.body.twoFactorRedirect]).toEqual([200, true]);
  expect([await sessionsOf(owner.id), await stepsOf(owner.id)]).toEqual([1, 1]);
});

test('a Google account that is unlinked while it signs in gets no session', async () => {
  const email = 'unlinked.on.the.way@example.test';
  const person = traveller(market);
  await person.travel({ email });
  const own = (await market.request('GET', '/api/profile', { headers: { cookie: person.cookie() } })).body;
  const headers = { cookie: person.cookie(), origin: market.url };
  const added = await market.request('POST', '/api/auth/set-password', { body: { newPassword }, headers });
  const cookie = added.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  beforeTheSession(async () => {
    const gone = await market.request('POST', '/api/auth/unlink-account', {
      body: { providerId: 'google' },
      headers: { cookie, origin: market.url },
    });
    expect(gone.status).toBe(200);
  });
  const { to } = await traveller(market).travel({ email });
  expect(to).toContain('google=google_failed');
  // The session that unlinked it is the only one.
  expect(await sessionsOf(own.id)).toBe(1);
});

test('a passkey that is removed while it signs in gets no session', async () => {
  const { member, browser, id } = await memberWithPasskey(market, 'Taken_on_the_way');
  beforeTheSession(async () => {
    const gone = await market.request('POST', '/api/auth/passkey/delete-passkey', { as: member, body: { id } });
    expect(gone.status).toBe(200);
  });
  const answer = await passkeyBrowser(market, '', browser.authenticator).prove();
  expect([answer.status, answer.body.code]).toEqual([401, 'passkey_unknown']);
  expect(await sessionsOf(member.id)).toBe(1);
});
