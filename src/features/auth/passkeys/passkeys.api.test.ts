import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberWithPasskey, passkeyBrowser, startNamedMarket } from '#testing/passkeys.ts';
import type { TestMarket } from '#testing/server.ts';
import { softwareAuthenticator } from '#testing/software-authenticator.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());

const minuteMs = 60_000;
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const mailsTo = async (email: string) => {
  await market.runJobs();
  return (await rows('select subject from sandbox_mail where recipient = $1 order by id', [email])).map(
    (row) => row.subject as string,
  );
};
const isIn = async (cookie: string) =>
  (await market.request('GET', '/api/profile', { headers: { cookie } })).status === 200;
async function signInByPassword(member: { email: string; password: string }, address: string) {
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
    headers: { 'x-forwarded-for': address },
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

test('a passkey is added, listed, renamed, signs in and is removed; each change is notified by mail and signs other devices out', async () => {
  const member = await market.signUp('Pass_1');
  const elsewhere = await signInByPassword(member, '198.18.0.1');
  const browser = passkeyBrowser(market, member.cookie);
  const added = await browser.add();
  expect([added.status, added.body]).toEqual([
    200,
    {
      id: expect.any(String),
      name: 'Chrome on Linux',
      maker: null,
      deviceType: 'singleDevice',
      backedUp: false,
      createdAt: expect.any(String),
      lastUsedAt: null,
    },
  ]);
  expect([await isIn(member.cookie), await isIn(elsewhere)]).toEqual([true, false]);
  const { id } = added.body;
  expect((await browser.call('POST', 'update-passkey', { id, name: '  My laptop ' })).body.passkey.name).toBe(
    'My laptop',
  );

  const visitor = passkeyBrowser(market, '', browser.authenticator);
  const entered = await visitor.prove();
  expect([entered.status, entered.body.user.username, entered.body.redirect]).toEqual([200, 'Pass_1', false]);
  expect(await visitor.who()).toBe('Pass_1');
  const [listed] = (await visitor.call('GET', 'list-user-passkeys')).body.items;
  expect([listed.name, listed.lastUsedAt]).toEqual(['My laptop', expect.any(String)]);

  expect((await visitor.call('POST', 'delete-passkey', { id })).body).toEqual({ success: true });
  expect((await visitor.call('GET', 'list-user-passkeys')).body.items).toEqual([]);
  expect([await isIn(member.cookie), await visitor.who()]).toEqual([false, 'Pass_1']);
  expect((await mailsTo(member.email)).filter((subject) => subject.includes('passkey'))).toEqual([
    'A passkey was added',
    'A passkey was removed',
  ]);
  const kinds = (
    await rows("select kind from outbox_event where subject = $1 and kind like 'member.passkey%' order by id", [
      member.id,
    ])
  ).map((row) => row.kind);
  expect(kinds).toEqual(['member.passkey-added', 'member.passkey-removed']);
});

test('the browser is asked for a discoverable passkey, with user verification, without attestation, and with a handle that discloses nothing of the member', async () => {
  const { member, browser } = await memberWithPasskey(market, 'Pass_2');
  const options = await browser.options('register');
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'Pass_2', displayName: 'Pass_2' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: browser.authenticator.passkeys[0]?.id }],
  });
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
  expect(Buffer.from(options.user.id, 'base64url').toString('latin1')).not.toContain(member.id);
  const visitor = passkeyBrowser(market);
  expect(await visitor.options('sign-in')).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  });
  expect((await visitor.call('POST', 'generate-authenticate-options')).status).toBe(200);
  expect((await browser.options('step-up')).allowCredentials).toMatchObject([
    { id: browser.authenticator.passkeys[0]?.id },
  ]);
});

test('a request of options writes nothing', async () => {
  const { browser } = await memberWithPasskey(market, 'Pass_3');
  const tables = (
    await rows("select table_name as t from information_schema.tables where table_schema = 'public'")
  ).map((row) => row.t as string);
  const counts = async () =>
    Promise.all(
      tables.map(async (t) => [
        t,
        (await rows(`select md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as m from "${t}" r`))[0].m,
      ]),
    );
  await market.runJobs();
  const before = await counts();
  for (const purpose of ['register', 'sign-in', 'step-up'] as const)
    expect((await browser.options(purpose)).challenge).toMatch(/^[\w-]{72}$/);
  expect(await counts()).toEqual(before);
});

test('a passkey confirms that it is the member, ten minutes after signing in', async () => {
  const { browser, id } = await memberWithPasskey(market, 'Pass_4');
  await market.advance(11 * minuteMs);
  const remove = () => browser.call('POST', 'delete-passkey', { id });
  expect([(await remove()).body.code, (await browser.call('GET', 'generate-register-options')).body.code]).toEqual([
    'step_up_required',
    'step_up_required',
  ]);
  expect((await browser.prove('step-up')).body).toEqual({ success: true });
  expect((await browser.call('GET', 'generate-register-options')).status).toBe(200);
  await market.advance(11 * minuteMs);
  expect((await remove()).body.code).toBe('step_up_required');
  await browser.prove('step-up');
  expect((await remove()).status).toBe(200);
  expect((await browser.call('GET', 'generate-authenticate-options?purpose=step-up')).body.code).toBe('no_passkey');
});

test('adding is refused when the confirmation has expired meanwhile', async () => {
  const member = await market.signUp('Pass_5');
  const browser = passkeyBrowser(market, member.cookie);
  await market.advance(8 * minuteMs);
  const response = browser.authenticator.create(await browser.options('register'));
  await market.advance(3 * minuteMs);
  expect((await browser.call('POST', 'verify-registration', { response })).body.code).toBe('step_up_required');
  expect(await rows('select 1 from auth_passkey where user_id = $1', [member.id])).toEqual([]);
});

test('without a session nothing is added, listed, changed, removed or confirmed', async () => {
  const visitor = passkeyBrowser(market);
  const { browser, id } = await memberWithPasskey(market, 'Pass_6');
  const response = browser.authenticator.get(await browser.options('step-up'));
  const calls = [
    ['GET', 'generate-register-options'],
    ['GET', 'list-user-passkeys'],
    ['GET', 'generate-authenticate-options?purpose=step-up'],
    [
      'POST',
      'verify-registration',
      { response: softwareAuthenticator(market.url).create({ challenge: 'x', rp: {}, user: { id: 'x' } }) },
    ],
    ['POST', 'verify-authentication', { response, purpose: 'step-up' }],
    ['POST', 'update-passkey', { id, name: 'x' }],
    ['POST', 'delete-passkey', { id }],
  ] as const;
  for (const [method, path, body] of calls)
    expect([path, (await visitor.call(method, path, body)).status]).toEqual([path, 401]);
});

test("another member's passkey is neither renamed nor removed, and a name must be one", async () => {
  const { browser, id } = await memberWithPasskey(market, 'Pass_7');
  const other = passkeyBrowser(market, (await market.signUp('Pass_8')).cookie);
  expect((await other.call('POST', 'update-passkey', { id, name: 'Mine' })).status).toBe(404);
  expect((await other.call('POST', 'delete-passkey', { id })).status).toBe(404);
  for (const name of ['', '   ', 'x'.repeat(61), 'a\u202eb']) {
    expect((await browser.call('POST', 'update-passkey', { id, name })).body.errors).toHaveProperty('name');
  }
  expect((await browser.call('POST', 'update-passkey', { id, name: 'x', extra: 1 })).status).toBe(422);
  expect((await browser.call('GET', 'list-user-passkeys')).body.items).toMatchObject([{ id, name: 'Chrome on Linux' }]);
});

test('a member has ten passkeys at most, also when the last come at once', async () => {
  const member = await market.signUp('Pass_9');
  const browsers = Array.from({ length: 15 }, () => passkeyBrowser(market, member.cookie));
  for (const browser of browsers.slice(0, 9)) expect((await browser.add()).status).toBe(200);
  const made = await Promise.all(
    browsers
      .slice(9)
      .map(async (browser) => ({ browser, response: browser.authenticator.create(await browser.options('register')) })),
  );
  const last = await Promise.all(
    made.map(({ browser, response }) => browser.call('POST', 'verify-registration', { response })),
  );
  expect(last.map((answer) => answer.body.code ?? 'added').sort()).toEqual([
    'added',
    ...Array(5).fill('too_many_passkeys'),
  ]);
  expect((await passkeyBrowser(market, member.cookie).call('GET', 'generate-register-options')).body.code).toBe(
    'too_many_passkeys',
  );
});

test('[AP-06] a passkey is a sign-in method: the password may be removed, and the last passkey may not', async () => {
  const { member, browser, id } = await memberWithPasskey(market, 'Pass_10');
  await rows("delete from auth_account where user_id = $1 and provider_id = 'credential'", [member.id]);
  expect((await browser.call('POST', 'delete-passkey', { id })).body).toMatchObject({ code: 'last_way_in' });
  expect((await passkeyBrowser(market, '', browser.authenticator).prove()).status).toBe(200);
  const byPassword = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  expect([byPassword.status, byPassword.body.code]).toEqual([401, 'use_passkey']);
  // An address that Google alone confirmed gets no link; here the mailbox allows a new password.
  await rows('update auth_user set email_verified = true where id = $1', [member.id]);
  await market.request('POST', '/api/auth/request-password-reset', {
    body: { email: member.email },
    headers: { 'x-forwarded-for': '198.18.3.2' },
  });
  await market.runJobs();
  const [mail] = await rows(
    "select body_text from sandbox_mail where recipient = $1 and subject = 'Reset your password'",
    [member.email],
  );
  expect(mail.body_text).toContain('/auth/reset-password?token=');
});

test('[AP-06] the only Google account may be unlinked where a passkey remains, and the last two methods cannot be removed at once', async () => {
  const { member, browser, id } = await memberWithPasskey(market, 'Pass_11');
  await rows("update auth_account set provider_id = 'google', account_id = 'x#1', password = null where user_id = $1", [
    member.id,
  ]);
  const unlink = () =>
    market.request('POST', '/api/auth/unlink-account', {
      body: { providerId: 'google' },
      headers: { cookie: browser.cookie(), origin: market.url },
    });
  const answers = await Promise.all([unlink(), browser.call('POST', 'delete-passkey', { id })]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await unlink()).status).not.toBe(200);
});

test('a suspended member is refused with the reason and gets no session', async () => {
  const { member, browser } = await memberWithPasskey(market, 'Pass_12');
  await rows('update auth_user set suspended_at = now() where id = $1', [member.id]);
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  expect((await visitor.prove()).body).toMatchObject({ status: 403, code: 'suspended' });
  expect(await visitor.who()).toBeNull();
});

test('an authenticator that does not count signs in again and again', async () => {
  const member = await market.signUp('Pass_13');
  const authenticator = softwareAuthenticator(market.url, { counts: false });
  expect((await passkeyBrowser(market, member.cookie, authenticator).add()).status).toBe(200);
  for (let time = 0; time < 3; time++)
    expect((await passkeyBrowser(market, '', authenticator).prove()).status).toBe(200);
});

test('signing in by passkey ends the browser’s previous session', async () => {
  const { browser } = await memberWithPasskey(market, 'Pass_14');
  const planted = (await market.signUp('Pass_15')).cookie;
  const carrier = passkeyBrowser(market, planted, browser.authenticator);
  expect((await carrier.prove()).status).toBe(200);
  expect([await isIn(planted), await carrier.who()]).toEqual([false, 'Pass_14']);
});

test('at an IP address the refusal names the host name to open', async () => {
  const port = new URL(market.url).port;
  const origin = `http://127.0.0.1:${port}`;
  for (const [method, path] of [
    ['GET', 'generate-authenticate-options'],
    ['POST', 'generate-authenticate-options'],
  ] as const) {
    const answer = await fetch(`${origin}/api/auth/passkey/${path}`, { method, headers: { origin } });
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      `Passkeys don’t work at this web address. Open http://localhost:${port} instead.`,
    ]);
  }
});

test('a password chosen by mail for an address that was never confirmed removes the passkeys of the person who signed up with it', async () => {
  const { member, browser } = await memberWithPasskey(market, 'Pass_16');
  await market.request('POST', '/api/auth/request-password-reset', {
    body: { email: member.email },
    headers: { 'x-forwarded-for': '198.18.3.1' },
  });
  await market.runJobs();
  const [mail] = await rows(
    "select body_text from sandbox_mail where recipient = $1 and subject = 'Reset your password'",
    [member.email],
  );
  const token = /token=([\w-]+)/.exec(mail.body_text)?.[1];
  const reset = await market.request('POST', '/api/auth/reset-password', {
    body: { token, newPassword: 'another-horse-battery' },
  });
  expect(reset.status).toBe(200);
  expect((await passkeyBrowser(market, '', browser.authenticator).prove()).body.code).toBe('passkey_unknown');
});

test('the export names the passkeys and their dates, without keys; a deleted account has none', async () => {
  const { member, browser } = await memberWithPasskey(market, 'Pass_17');
  const answer = await market.request('GET', '/api/export', { headers: { cookie: browser.cookie() } });
  const [stored] = await rows('select * from auth_passkey where user_id = $1', [member.id]);
  expect(answer.body.account.passkeys).toEqual([
    {
      name: 'Chrome on Linux',
      deviceType: 'singleDevice',
      backedUp: false,
      createdAt: stored.created_at.toISOString(),
      lastUsedAt: null,
    },
  ]);
  for (const secret of [stored.credential_id, stored.public_key, stored.user_handle])
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  await market.request('POST', '/api/users/delete-account', {
    body: { password: member.password },
    as: { ...member, cookie: browser.cookie() },
  });
  expect(await rows('select 1 from auth_passkey where user_id = $1', [member.id])).toEqual([]);
});
