import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

interface SandboxMail {
  subject: string;
  text: string;
  links: string[];
}
const minute = 60_000;
const newPassword = 'another-horse-battery';
const post = (path: string, body?: unknown, as?: TestMember, from = '198.20.0.1') =>
  market.request('POST', `/api/auth/${path}`, {
    ...(as ? { as } : {}),
    ...(body === undefined ? {} : { body }),
    headers: { 'x-forwarded-for': from },
  });

async function mailsTo(email: string): Promise<SandboxMail[]> {
  await market.runJobs();
  return (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body;
}

async function tokenOf(email: string, subject: RegExp): Promise<string> {
  const mail = (await mailsTo(email)).find((one) => subject.test(one.subject));
  return new URL(mail?.links[0] ?? 'https://none.test').searchParams.get('token') ?? '';
}

const isVerified = async (as: TestMember) => (await market.request('GET', '/api/profile', { as })).body.isEmailVerified;

test('[VA-07] a verification mail arrives with a link that confirms once, for its own member only', async () => {
  const [member, stranger] = [await market.signUp('Verify_1'), await market.signUp('Verify_2')];
  await market.advance(5 * minute);
  expect((await post('send-verification-email', {}, member)).body).toEqual({ success: true });
  const [mail] = (await mailsTo(member.email)).filter((one) => /Confirm your email/.test(one.subject));
  expect(mail?.links[0]).toMatch(new RegExp(`^${market.url}/auth/verify-email\\?token=[\\w-]{43}$`));
  const token = await tokenOf(member.email, /Confirm/);
  expect((await post('verify-email', { token })).status).toBe(401);
  expect((await post('verify-email', { token }, stranger)).status).toBe(404);
  expect(await isVerified(member)).toBe(false);
  expect((await post('verify-email', { token }, member)).status).toBe(200);
  expect([await isVerified(member), await isVerified(stranger)]).toEqual([true, false]);
  expect((await post('verify-email', { token }, member)).status).toBe(409);
  // Other members do not even learn that it was used.
  expect((await post('verify-email', { token }, stranger)).status).toBe(404);
  const again = await post('send-verification-email', {}, member);
  expect([again.status, again.body.code]).toEqual([409, 'already_verified']);
  // A day later it is still a used one, not an expired one.
  await market.advance(24 * 60 * minute);
  expect((await post('verify-email', { token }, member)).status).toBe(409);
});

test('[VA-07] [LI-02] a second verification mail within five minutes is refused with the exact sentence', async () => {
  const member = await market.signUp('Verify_3');
  await market.advance(5 * minute);
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('send-verification-email', {}, member)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(429)]);
  const refused = await post('send-verification-email', undefined, member);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Please wait 5 minutes before requesting another verification email',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(290);
  // Half a minute less: the clock also runs while a slow machine answers.
  await market.advance(5 * minute - 30_000);
  expect((await post('send-verification-email', {}, member)).status).toBe(429);
  await market.advance(30_000);
  expect((await post('send-verification-email', {}, member)).status).toBe(200);
  expect((await post('send-verification-email', {})).status).toBe(401);
});

test('[RT-04] a link expires after a day, and a link to a former address confirms nothing', async () => {
  const member = await market.signUp('Verify_4');
  await market.advance(5 * minute);
  await post('send-verification-email', {}, member);
  const token = await tokenOf(member.email, /Confirm/);
  await market.advance(24 * 60 * minute);
  expect((await post('verify-email', { token }, member)).status).toBe(410);
  await post('send-verification-email', {}, member);
  const second = await tokenOf(member.email, /Confirm/);
  await market.platform.pool.query("update auth_user set email = 'moved@example.test' where id = $1", [member.id]);
  expect((await post('verify-email', { token: second }, member)).status).toBe(404);
  expect(await isVerified(member)).toBe(false);
});

test('[ER-03] continueUrl must be a valid address of this site', async () => {
  const member = await market.signUp('Verify_5');
  const errors = async (callbackURL: string) =>
    (await post('send-verification-email', { callbackURL }, member)).body.errors?.callbackURL;
  expect(await errors('https://evil.example/')).toBe('The callback address isn’t on this site.');
  expect(await errors('//evil.example/')).toBe('The callback address isn’t on this site.');
  expect(await errors('javascript:alert(1)')).toBe('The callback address isn’t on this site.');
  expect(await errors('https://')).toBe('The callback address isn’t a valid address.');
  for (const nothing of ['', ' ']) expect(await errors(nothing)).toBe('The callback address is missing.');
  await market.advance(5 * minute);
  expect((await post('send-verification-email', { callbackURL: '/settings?a=1' }, member)).status).toBe(200);
  const [mail] = (await mailsTo(member.email)).filter((one) => /Confirm your email/.test(one.subject));
  expect(mail?.links[0]).toMatch(/&next=%2Fsettings%3Fa%3D1$/);
});

test('[ER-03] an account with an undeliverable address is refused with the reason, and nothing is counted or sent', async () => {
  const member = await market.signUp('Verify_6');
  await market.advance(5 * minute);
  await market.platform.pool.query("update auth_user set email = 'nobody' where id = $1", [member.id]);
  const refused = await post('send-verification-email', {}, member);
  expect([refused.status, refused.body.message]).toEqual([422, 'Invalid email address']);
  await market.platform.pool.query("update auth_user set email = 'verify_6@new.test' where id = $1", [member.id]);
  expect((await post('send-verification-email', {}, member)).status).toBe(200);
});

test('[ER-03] an unexpected error is one sentence with the code of the request, and can be repeated', async () => {
  const member = await market.signUp('Verify_7');
  await market.advance(5 * minute);
  const { pool } = market.platform;
  await pool.query(
    "create function fail_row() returns trigger language plpgsql as $$ begin raise exception 'the machine died'; end $$",
  );
  await pool.query('create trigger fail_row before update on profile for each row execute function fail_row()');
  const refused = await post('send-verification-email', {}, member);
  await pool.query('drop trigger fail_row on profile; drop function fail_row');
  const { status, body } = refused;
  expect([status, body.code]).toEqual([503, 'verification_failed']);
  expect(body.message).toBe(
    `Failed to send verification email. Try again. If it keeps happening, contact support with code ${body.requestId}.`,
  );
  expect(body.message).not.toMatch(/machine|died/);
  expect((await post('send-verification-email', {}, member)).status).toBe(200);
});

test('[VA-07] a new member is welcomed by a mail that confirms the address, so another is refused for five minutes', async () => {
  const member = await market.signUp('Welcome_1');
  expect((await mailsTo(member.email)).map((mail) => mail.subject)).toEqual(['Welcome to Sleeved']);
  const refused = await post('send-verification-email', {}, member);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Please wait 5 minutes before requesting another verification email',
  ]);
  expect((await mailsTo(member.email)).map((mail) => mail.subject)).toEqual(['Welcome to Sleeved']);
  expect((await post('verify-email', { token: await tokenOf(member.email, /Welcome/) }, member)).status).toBe(200);
  const waits = await market.signUp('Welcome_2');
  await market.advance(5 * minute);
  expect((await post('send-verification-email', {}, waits)).status).toBe(200);
});

test('a stranger who requests reset mails does not lock the mailbox’s owner out: there is a valid link, or the next mail is sent', async () => {
  const member = await market.signUp('Reset_flooded');
  const ask = (n: number) => post('request-password-reset', { email: member.email }, undefined, `198.29.0.${n}`);
  for (let n = 0; n < 5; n++) await ask(n);
  expect((await mailsTo(member.email)).filter(({ subject }) => /Reset your password/.test(subject))).toHaveLength(3);
  await market.advance(30 * minute);
  await ask(9);
  const token = await tokenOf(member.email, /Reset your password/);
  expect((await post('reset-password', { token, newPassword })).status).toBe(200);
});

test('a reset link sets the password once, ends every session, and confirms the address', async () => {
  const member = await market.signUp('Reset_1');
  const bearer = (await post('token', undefined, member)).body.token;
  expect((await post('request-password-reset', { email: member.email })).body).toEqual({ success: true });
  const token = await tokenOf(member.email, /Reset your password/);
  expect((await post('reset-password', { token, newPassword: 'password1234' })).body.errors.newPassword).toMatch(
    /too common/,
  );
  expect((await post('reset-password', { token, newPassword })).status).toBe(200);
  expect((await post('reset-password', { token, newPassword })).status).toBe(410);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
  expect((await market.request('GET', '/api/profile', { as: { token: bearer } })).status).toBe(401);
  const signIn = (password: string) =>
    post('sign-in/email', { email: member.email, password }, undefined, '198.20.0.9');
  expect([(await signIn(testPassword)).status, (await signIn(newPassword)).status]).toEqual([401, 200]);
  expect((await signIn(newPassword)).body.user.isEmailVerified).toBe(true);
  expect((await mailsTo(member.email)).map((mail) => mail.subject)).toContain('Your password was changed');
});

test('a reset link is over after ten minutes, which the mail states; parallel uses succeed once; a later link dies with the reset', async () => {
  const member = await market.signUp('Reset_2');
  const ask = () => post('request-password-reset', { email: member.email });
  await ask();
  const old = await tokenOf(member.email, /Reset your password/);
  expect((await mailsTo(member.email)).map(({ text }) => text).join()).toContain(
    'The link works once and expires in 10 minutes.',
  );
  await market.advance(10 * minute);
  expect((await post('reset-password', { token: old, newPassword })).status).toBe(410);
  await ask();
  const first = await tokenOf(member.email, /Reset your password/);
  await ask();
  const second = await tokenOf(member.email, /Reset your password/);
  expect(second).not.toBe(first);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('reset-password', { token: first, newPassword })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(410)]);
  expect((await post('reset-password', { token: second, newPassword: 'third-horse-battery' })).status).toBe(410);
  for (const token of ['', 'x', 'x'.repeat(200), 'a\0b', '%00'])
    expect([410, 422]).toContain((await post('reset-password', { token, newPassword })).status);
});

test('a reset request does not disclose members, and is limited', async () => {
  const member = await market.signUp('Reset_3');
  const [known, unknown] = [
    await post('request-password-reset', { email: member.email }),
    await post('request-password-reset', { email: 'nobody@example.test' }),
  ];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect(await mailsTo('nobody@example.test')).toEqual([]);
  for (let n = 0; n < 6; n++)
    expect((await post('request-password-reset', { email: member.email }, undefined, `198.21.0.${n}`)).status).toBe(
      200,
    );
  expect((await mailsTo(member.email)).filter((mail) => /Reset your password/.test(mail.subject))).toHaveLength(3);
  for (let n = 0; n < 10; n++)
    expect(
      (await post('request-password-reset', { email: `n${n}@example.test` }, undefined, '198.22.0.1')).status,
    ).toBe(200);
  expect((await post('request-password-reset', { email: 'n10@example.test' }, undefined, '198.22.0.1')).status).toBe(
    429,
  );
});

test('a person who registered another person’s address loses the account to its owner', async () => {
  const attacker = await market.signUp('Hijack_1');
  await market.platform.pool.query(
    `insert into auth_account (id, user_id, provider_id, account_id, created_at, updated_at) values ('h1', $1, 'google', 'attacker', now(), now())`,
    [attacker.id],
  );
  await post('request-password-reset', { email: attacker.email }, undefined, '198.23.0.1');
  const token = await tokenOf(attacker.email, /Reset your password/);
  await post('reset-password', { token, newPassword });
  expect((await market.request('GET', '/api/profile', { as: attacker })).status).toBe(401);
  const { rows } = await market.platform.pool.query('select provider_id from auth_account where user_id = $1', [
    attacker.id,
  ]);
  expect(rows).toEqual([{ provider_id: 'credential' }]);
});
