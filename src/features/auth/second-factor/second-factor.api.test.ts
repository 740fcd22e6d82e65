import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { codeOf, setUpAuthenticator, wrongCodeOf } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

const hasPages = existsSync(join(buildFolder, 'server/index.js'));
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: hasPages });
}, 60_000);
afterAll(() => market?.close());

const base = '/api/auth/two-factor';
const call = (path: string, as: TestMember | undefined, body: unknown = {}) =>
  market.request('POST', `${base}/${path}`, { ...(as ? { as } : {}), body });
const statusOf = async (as: TestMember) => (await market.request('GET', `${base}/status`, { as })).body;
const signIn = ({ email, password }: TestMember) =>
  market.request('POST', '/api/auth/sign-in/email', { body: { email, password } });
const cookiesOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
const mailsTo = async (member: TestMember) => {
  await market.runJobs();
  const { body } = await market.request('GET', '/sandbox/mail.json');
  const mails = (body.items ?? body) as { to: string[] | string; subject: string; text: string }[];
  return mails.filter((mail) => String(mail.to).includes(member.email));
};

test('an authenticator app counts from its first right code on', async () => {
  const member = await market.signUp('Tf_begin');
  expect(await statusOf(member)).toEqual({ enabled: false, waiting: false, enabledAt: null, backupCodesLeft: 0 });
  const started = await call('enable', member);
  expect(started.status).toBe(200);
  const uri = new URL(started.body.totpURI);
  expect([uri.protocol, uri.host, uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    'totp',
    market.platform.config.brandName,
  ]);
  expect(decodeURIComponent(uri.pathname)).toContain(member.email);
  expect(uri.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(started.body.backupCodes).size).toBe(10);
  expect(await statusOf(member)).toMatchObject({ enabled: false, waiting: true, backupCodesLeft: 0 });
  expect((await call('get-totp-uri', member)).body).toEqual({ totpURI: started.body.totpURI });
  expect((await signIn(member)).body.user.id).toBe(member.id);

  const wrong = await call('verify-totp', member, { code: wrongCodeOf(started.body.totpURI) });
  expect([wrong.status, wrong.body.code, wrong.body.errors.code]).toEqual([
    422,
    'wrong_code',
    'This code is incorrect. Enter the current code from your app.',
  ]);
  const right = await call('verify-totp', member, { code: codeOf(started.body.totpURI) });
  expect(right.status).toBe(200);
  member.cookie = cookiesOf(right)[0] ?? '';
  expect(await statusOf(member)).toMatchObject({ enabled: true, waiting: false, backupCodesLeft: 10 });
  expect((await call('get-totp-uri', member)).status).toBe(404);
  expect((await call('enable', member)).body.code).toBe('second_factor_on');
  expect((await call('verify-totp', member, { code: codeOf(started.body.totpURI) })).body.code).toBe(
    'second_factor_on',
  );
});

test('[ER-01] where an authenticator app is set up, sign-in requires the second step, and there is no session before it', async () => {
  const member = await market.signUp('Tf_asked');
  const { uri } = await setUpAuthenticator(market, member);
  const first = await signIn(member);
  expect([first.status, first.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }]);
  const cookies = first.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith('sleeved_session='))).toMatch(/^sleeved_session=; Max-Age=0;/);
  expect(cookies.find((line) => line.startsWith('sleeved_second_step='))).toMatch(
    /^sleeved_second_step=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const pending = { ...member, cookie: cookiesOf(first).join('; ') };
  expect((await market.request('GET', '/api/auth/get-session', { as: pending })).body).toBeNull();
  expect((await market.request('GET', '/api/profile', { as: pending })).status).toBe(401);
  expect((await market.request('POST', '/api/auth/token', { as: pending })).status).toBe(401);

  // The code that confirmed the app may still be used: it has signed in no session.
  const second = await call('verify-totp', pending, { code: codeOf(uri) });
  expect([second.status, second.body.user.id, second.body.redirect]).toEqual([200, member.id, false]);
  const signedIn = { ...member, cookie: cookiesOf(second).join('; ') };
  expect((await market.request('GET', '/api/profile', { as: signedIn })).body.id).toBe(member.id);
  expect(second.headers.getSetCookie().some((line) => line.startsWith('sleeved_second_step=; Max-Age=0'))).toBe(true);
});

test('turning the app on and off ends all other sessions and sends a mail', async () => {
  const member = await market.signUp('Tf_sessions');
  const other = { ...member, cookie: cookiesOf(await signIn(member)).join('; ') };
  const isIn = async (as: TestMember) => (await market.request('GET', '/api/profile', { as })).status === 200;
  expect(await isIn(other)).toBe(true);
  const { freshCode } = await setUpAuthenticator(market, member);
  expect([await isIn(member), await isIn(other)]).toEqual([true, false]);

  const pending = { ...member, cookie: cookiesOf(await signIn(member)).join('; ') };
  const again = await call('verify-totp', pending, { code: await freshCode() });
  const third = { ...member, cookie: cookiesOf(again).join('; ') };
  expect(await isIn(third)).toBe(true);
  expect((await call('disable', member)).body).toEqual({ status: true });
  expect([await isIn(member), await isIn(third)]).toEqual([true, false]);
  expect((await signIn(member)).body.user.id).toBe(member.id);
  expect((await call('disable', member)).body.code).toBe('second_factor_off');
  const subjects = (await mailsTo(member)).map((mail) => mail.subject);
  expect(subjects).toEqual(
    expect.arrayContaining(['Two-step verification was turned on', 'Two-step verification was turned off']),
  );
});

test('a recovery code signs in once, in any spelling, and the mail has the number left', async () => {
  const member = await market.signUp('Tf_recovery');
  const { recoveryCodes } = await setUpAuthenticator(market, member);
  const [one = '', two = ''] = recoveryCodes;
  const finish = async (code: string) => {
    const pending = { ...member, cookie: cookiesOf(await signIn(member)).join('; ') };
    return call('verify-backup-code', pending, { code });
  };
  const spelled = one.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l');
  const first = await finish(` ${spelled} `);
  expect(first.status).toBe(200);
  const again = await finish(one);
  expect([again.status, again.body.message]).toEqual([
    401,
    'This recovery code is incorrect or was already used. Enter another one.',
  ]);
  expect((await statusOf(member)).backupCodesLeft).toBe(9);
  const mail = (await mailsTo(member)).find(({ subject }) => subject === 'A recovery code was used');
  expect(mail?.text).toContain('9 codes are left');

  // New codes void all former ones.
  const renewed = await call('generate-backup-codes', member);
  expect(renewed.body.backupCodes).toHaveLength(10);
  expect((await finish(two)).status).toBe(401);
  expect((await finish(renewed.body.backupCodes[0])).status).toBe(200);
  expect((await mailsTo(member)).map(({ subject }) => subject)).toContain('New recovery codes were generated');
  const { rows } = await market.platform.pool.query('select code_hash from auth_recovery_code where user_id = $1', [
    member.id,
  ]);
  for (const { code_hash } of rows) expect(renewed.body.backupCodes.join(' ')).not.toContain(code_hash);
});

test('changing the second factor requires a step-up: password and code, wrong ones refused at their fields', async () => {
  const member = await market.signUp('Tf_step_up');
  const { freshCode, uri } = await setUpAuthenticator(market, member);
  await market.advance(11 * 60_000);
  const stepUp = (body: { password?: string; code?: string }) => confirmAs(market, member, body);
  for (const path of ['disable', 'generate-backup-codes', 'enable', 'get-totp-uri']) {
    const refused = await call(path, member);
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'step_up_required']);
  }
  const empty = await stepUp({});
  expect([empty.status, empty.body.errors]).toEqual([
    422,
    { password: 'Enter your password.', code: 'Enter the code from your authenticator app.' },
  ]);
  expect((await stepUp({ password: member.password })).body.errors).toEqual({
    code: 'Enter the code from your authenticator app.',
  });
  expect((await stepUp({ code: await freshCode() })).body.errors).toEqual({ password: 'Enter your password.' });
  expect((await stepUp({ password: 'not-the-password', code: await freshCode() })).body.errors).toEqual({
    password: 'This password is incorrect. Try again.',
  });
  expect((await stepUp({ password: member.password, code: wrongCodeOf(uri) })).status).toBe(422);
  expect((await call('disable', member, { password: member.password })).status).toBe(422);
  expect((await call('disable', member)).status).toBe(403);

  expect((await stepUp({ password: member.password, code: await freshCode() })).body).toEqual({ status: true });
  expect((await call('generate-backup-codes', member)).status).toBe(200);
  // The password alone is not enough now, and a wrong one still indicates another person.
  expect((await call('disable', member, { password: 'not-the-password' })).status).toBe(422);
  expect((await call('disable', member, { password: member.password })).status).toBe(200);
});

test('a visitor, or a request with unknown fields, is refused', async () => {
  for (const path of ['enable', 'disable', 'generate-backup-codes', 'get-totp-uri'])
    expect((await call(path, undefined)).status).toBe(401);
  expect((await market.request('GET', `${base}/status`)).status).toBe(401);
  expect((await market.request('POST', '/api/auth/step-up', { body: {} })).status).toBe(401);
  for (const path of ['verify-totp', 'verify-backup-code']) {
    const answer = await call(path, undefined, { code: '123456' });
    expect([answer.status, answer.body.code]).toEqual([401, 'second_step_over']);
  }
  const member = await market.signUp('Tf_strict');
  expect((await call('enable', member, { password: member.password, trustDevice: true })).body.errors).toHaveProperty(
    'trustDevice',
  );
  expect((await call('verify-totp', member, { code: '123456' })).body.code).toBe('second_factor_off');
  expect((await call('generate-backup-codes', member)).body.code).toBe('second_factor_off');
  const { rows } = await market.platform.pool.query('select 1 from auth_recovery_code where user_id = $1', [member.id]);
  expect(rows).toEqual([]);
});

test('the browser’s previous session ends with another member’s sign-in by a recovery code', async () => {
  const [member, other] = [await market.signUp('Tf_after'), await market.signUp('Tf_before')];
  const { recoveryCodes } = await setUpAuthenticator(market, member);
  const step = cookiesOf(await signIn(member)).find((pair) => pair.startsWith('sleeved_second_step=')) ?? '';
  const both = { ...other, cookie: `${other.cookie}; ${step}` };
  expect((await call('verify-backup-code', both, { code: recoveryCodes[0] })).body.user.id).toBe(member.id);
  expect((await market.request('GET', '/api/profile', { as: other })).status).toBe(401);
});

const pagePath = '/settings/security/authenticator';
const form = (as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', pagePath, {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** The page's content: the key to scan, and its form's hidden fields. */
const shown = (page: string) => ({
  key: /data-testid="totp-key">([^<]+)</.exec(page)?.[1] ?? '',
  begunAt: /name="begunAt" value="([^"]+)"/.exec(page)?.[1] ?? '',
});

test.skipIf(!hasPages)(
  'a second tab that sets up the app shows the same key, and the code of the first one is right',
  async () => {
    const member = await market.signUp('Tf_tabs');
    expect((await form(member, { intent: 'begin' })).status).toBe(302);
    const first = shown((await market.request('GET', pagePath, { as: member })).body);
    expect(first.key).not.toBe('');
    expect((await form(member, { intent: 'begin' })).status).toBe(302);
    expect(shown((await market.request('GET', pagePath, { as: member })).body)).toEqual(first);
    const done = await form(member, { intent: 'confirm', begunAt: first.begunAt, code: codeOf(first.key) });
    expect([done.status, done.body.includes('Save your recovery codes')]).toEqual([200, true]);
  },
);

test.skipIf(!hasPages)(
  'a page whose set-up another program has restarted names that, and shows the new key',
  async () => {
    const member = await market.signUp('Tf_replaced');
    await form(member, { intent: 'begin' });
    const first = shown((await market.request('GET', pagePath, { as: member })).body);
    await call('enable', member);
    const refused = await form(member, { intent: 'confirm', begunAt: first.begunAt, code: codeOf(first.key) });
    expect([refused.status, refused.body.includes('Setup was restarted in another tab.')]).toEqual([409, true]);
    const second = shown(refused.body);
    expect(second.key).not.toBe(first.key);
    expect((await form(member, { intent: 'confirm', begunAt: second.begunAt, code: codeOf(second.key) })).status).toBe(
      200,
    );
  },
);

test('a pending set-up ends with the other sessions: one of them may have started it', async () => {
  const member = await market.signUp('Tf_planted');
  await call('enable', member);
  expect((await market.request('POST', '/api/auth/revoke-other-sessions', { as: member })).status).toBe(200);
  expect(await statusOf(member)).toMatchObject({ enabled: false, waiting: false });
  await setUpAuthenticator(market, member);
  expect((await market.request('POST', '/api/auth/revoke-other-sessions', { as: member })).status).toBe(200);
  expect(await statusOf(member)).toMatchObject({ enabled: true, backupCodesLeft: 10 });
});
