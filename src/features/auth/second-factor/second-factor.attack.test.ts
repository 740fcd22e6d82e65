import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, phoneTime, setUpAuthenticator, wrongCodeOf } from '#testing/authenticator.ts';
import { type Answer, startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { confirmAs } from '#testing/step-up.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const minuteMs = 60_000;
const call = (path: string, cookie: string, body: unknown) =>
  market.request('POST', `/api/auth/two-factor/${path}`, { body, headers: { cookie, origin: market.url } });
const verify = (cookie: string, code: string) => call('verify-totp', cookie, { code });
/** The Cookie header that the browser would send, without removed cookies. */
const cookieOf = (answer: Answer, former = '') => {
  const jar = new Map(
    former
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  for (const line of answer.headers.getSetCookie()) {
    const pair = line.split(';')[0] ?? '';
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
};
const signIn = ({ email, password }: TestMember, cookie = '') =>
  market.request('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { cookie, origin: market.url },
  });
const firstStep = async (member: TestMember) => cookieOf(await signIn(member));
const isIn = async (cookie: string) =>
  (await market.request('GET', '/api/profile', { headers: { cookie } })).status === 200;
const member = async (name: string) => {
  const who = await market.signUp(name);
  return { who, app: await setUpAuthenticator(market, who) };
};
const statuses = (answers: Answer[]) => answers.map((answer) => answer.status).sort();

test('[ER-01] RC-11 twenty browsers with one code at the same moment: one signs in', async () => {
  const { who, app } = await member('Race_code');
  const steps = await Promise.all(Array.from({ length: 20 }, () => firstStep(who)));
  const code = await app.freshCode();
  const answers = await Promise.all(steps.map((step) => verify(step, code)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers)
    if (answer.status !== 200) expect(['code_used', 'too_many_attempts']).toContain(answer.body.code);
});

test('[ER-01] RC-11 one browser twenty times at the same moment: one session', async () => {
  const { who, app } = await member('Race_step');
  const step = await firstStep(who);
  const before = (await market.request('GET', '/api/auth/list-sessions', { as: who })).body.items.length;
  const code = await app.freshCode();
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(step, code)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect((await market.request('GET', '/api/auth/list-sessions', { as: who })).body.items).toHaveLength(before + 1);
});

test('[ER-01] RC-11 twenty browsers with one recovery code at the same moment: one signs in', async () => {
  const { who, app } = await member('Race_recovery');
  const steps = await Promise.all(Array.from({ length: 20 }, () => firstStep(who)));
  const answers = await Promise.all(
    steps.map((step) => call('verify-backup-code', step, { code: app.recoveryCodes[0] })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect((await market.request('GET', '/api/auth/two-factor/status', { as: who })).body.backupCodesLeft).toBe(9);
});

test('a code is good once: neither it nor one of an earlier step is accepted again, and the refusal gives the reason', async () => {
  const { who, app } = await member('Replay_1');
  const code = codeOf(app.uri);
  expect((await verify(await firstStep(who), code)).status).toBe(200);
  const again = await verify(await firstStep(who), code);
  expect([again.status, again.body.code, again.body.errors.code]).toEqual([
    401,
    'code_used',
    'This code was already used. Wait for the next one.',
  ]);
  phoneTime.pass(1);
  expect((await verify(await firstStep(who), code)).body.code).toBe('code_used');
  expect((await verify(await firstStep(who), codeOf(app.uri))).status).toBe(200);
  expect((await verify(await firstStep(who), codeOf(app.uri))).body.code).toBe('code_used');
});

test('the cookie of the second step is no session, cannot be forged or swapped, and is void afterwards', async () => {
  const { who, app } = await member('Cookie_1');
  const { who: other, app: otherApp } = await member('Cookie_2');
  const step = await firstStep(who);
  expect(await isIn(step)).toBe(false);
  expect(
    (await market.request('POST', '/api/listings', { body: {}, headers: { cookie: step, origin: market.url } })).status,
  ).toBe(401);
  const value = /sleeved_second_step=([^;]+)/.exec(step)?.[1] ?? '';
  const asSession = `sleeved_session=${value}`;
  expect(await isIn(asSession)).toBe(false);
  const flipped = value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const forged of ['', 'x', flipped, value.slice(0, -2), `${value}x`, encodeURIComponent(who.id)]) {
    expect((await verify(`sleeved_second_step=${forged}`, await app.freshCode())).body.code, forged).toBe(
      'second_step_over',
    );
  }
  // Another member's code does not fit this sign-in, and a session's cookie is no second step.
  expect((await verify(step, codeOf(otherApp.uri))).body.code).toBe('wrong_code');
  expect((await verify(`sleeved_second_step=${other.cookie.split('=')[1]}`, codeOf(otherApp.uri))).body.code).toBe(
    'second_step_over',
  );

  const done = await verify(step, await app.freshCode());
  expect(done.status).toBe(200);
  expect((await verify(step, await app.freshCode())).body.code).toBe('second_step_over');
});

test('a session that was planted in the browser does not survive the second step', async () => {
  const { who, app } = await member('Fixed_1');
  const attacker = await market.signUp('Fixed_2');
  const first = await signIn(who, attacker.cookie);
  const step = cookieOf(first, attacker.cookie);
  expect(step).not.toContain('sleeved_session');
  expect(await isIn(attacker.cookie)).toBe(false);
  const done = await verify(step, await app.freshCode());
  const session = cookieOf(done, step);
  expect((await market.request('GET', '/api/profile', { headers: { cookie: session } })).body.id).toBe(who.id);
  expect(session).not.toContain('second_step');
});

test('five wrong codes end a sign-in, its owner is notified once an hour, and a right one comes too late', async () => {
  const { who, app } = await member('Five_1');
  const step = await firstStep(who);
  const wrong = wrongCodeOf(app.uri);
  for (let n = 1; n < 5; n++) expect((await verify(step, wrong)).body.code).toBe('wrong_code');
  const fifth = await verify(step, wrong);
  expect([fifth.status, fifth.body.code, fifth.body.message]).toEqual([
    401,
    'second_step_failed',
    'Too many incorrect codes. Sign in again.',
  ]);
  expect((await verify(step, await app.freshCode())).body.code).toBe('second_step_over');
  const another = await firstStep(who);
  for (let n = 0; n < 5; n++) await verify(another, wrong);
  await market.runJobs();
  const { body } = await market.request('GET', '/sandbox/mail.json');
  const mails = ((body.items ?? body) as { to: unknown; subject: string }[]).filter((mail) =>
    String(mail.to).includes(who.email),
  );
  expect(mails.filter((mail) => mail.subject === 'Failed sign-in attempt on your account')).toHaveLength(1);
});

test('a thousand codes, over any sign-ins, sessions and networks: ten are checked in fifteen minutes', async () => {
  const { who, app } = await member('Brute_1');
  const near = new Set([-2, -1, 0, 1, 2].map((ahead) => codeOf(app.uri, ahead)));
  const codes = Array.from({ length: 1_000 }, (_, n) => String(n * 997).padStart(6, '0')).filter(
    (code) => !near.has(code),
  );
  const steps = await Promise.all(Array.from({ length: 25 }, () => firstStep(who)));
  const seen = new Map<string, number>();
  for (let from = 0; from < codes.length; from += 50) {
    const answers = await Promise.all(
      codes.slice(from, from + 50).map((code, n) => {
        const step = steps[n % steps.length] ?? '';
        const headers = { cookie: step, origin: market.url, 'x-forwarded-for': `198.51.${from / 50}.${n}` };
        return market.request('POST', '/api/auth/two-factor/verify-totp', { body: { code }, headers });
      }),
    );
    for (const { body } of answers) seen.set(body.code, (seen.get(body.code) ?? 0) + 1);
  }
  expect(Object.fromEntries(seen)).toEqual({ wrong_code: 10, too_many_attempts: codes.length - 10 });
  const right = await verify(await firstStep(who), await app.freshCode());
  expect([right.status, right.body.message]).toEqual([429, 'Too many failed attempts. Please try again later.']);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  // The open session counts with the rest.
  const inside = await market.request('POST', '/api/auth/step-up', {
    as: who,
    body: { password: who.password, code: await app.freshCode() },
  });
  expect(inside.status).toBe(429);
  await market.advance(16 * minuteMs);
  expect((await verify(await firstStep(who), await app.freshCode())).status).toBe(200);
});

test('a browser that has signed in before is not locked out by an attacker with the password', async () => {
  const { who, app } = await member('Known_1');
  const home = cookieOf(await verify(await firstStep(who), codeOf(app.uri)));
  for (let round = 0; round < 2; round++) {
    const stranger = await firstStep(who);
    for (let n = 0; n < 5; n++) await verify(stranger, wrongCodeOf(app.uri));
  }
  expect((await verify(await firstStep(who), await app.freshCode())).status).toBe(429);
  const device = home.split('; ').find((pair) => pair.startsWith('sleeved_device=')) ?? expect.fail('no device');
  const step = cookieOf(await signIn(who, device), device);
  expect((await verify(step, await app.freshCode())).status).toBe(200);
});

test('a pending sign-in ends with ten minutes, another password, a sign-out of all devices, suspension and deletion', async () => {
  const { who, app } = await member('Ends_1');
  const late = await firstStep(who);
  await market.advance(11 * minuteMs);
  expect((await verify(late, await app.freshCode())).body.message).toBe('This sign-in has expired. Sign in again.');

  const ends = async (act: () => Promise<unknown>) => {
    const step = await firstStep(who);
    await act();
    const answer = await verify(step, await app.freshCode());
    expect(await isIn(cookieOf(answer, step))).toBe(false);
    return answer.body.code;
  };
  const session = { ...who, cookie: cookieOf(await verify(await firstStep(who), await app.freshCode())) };
  expect(await ends(() => market.request('POST', '/api/auth/revoke-other-sessions', { as: session }))).toBe(
    'second_step_over',
  );
  const newPassword = 'another-horse-battery';
  expect(
    await ends(async () => {
      const body = { currentPassword: who.password, newPassword };
      session.cookie = cookieOf(await market.request('POST', '/api/auth/change-password', { as: session, body }));
    }),
  ).toBe('second_step_over');
  who.password = newPassword;
  const suspend = (at: string) =>
    market.platform.pool.query(`update auth_user set suspended_at = ${at} where id = $1`, [who.id]);
  expect(await ends(() => suspend('now()'))).toBe('suspended');
  await suspend('null');
  await confirmAs(market, session, { password: who.password, code: await app.freshCode() });
  expect(await ends(() => market.request('POST', '/api/users/delete-account', { as: session, body: {} }))).toBe(
    'second_step_over',
  );
  const { rows } = await market.platform.pool.query(
    'select (select count(*) from auth_second_factor where user_id = $1) + (select count(*) from auth_recovery_code where user_id = $1) as left',
    [who.id],
  );
  expect(rows[0].left).toBe(0);
});

test('Google alone signs in to no account with an authenticator app, full page and popup, and continues to the requested page', async () => {
  const google = traveller(market);
  await google.travel({ email: 'two.steps@example.test' });
  const post = (path: string, body: unknown) =>
    market.request('POST', path, { body, headers: { cookie: google.cookie(), origin: market.url } });
  const own = (await market.request('GET', '/api/profile', { headers: { cookie: google.cookie() } })).body;
  const { totpURI } = (await post('/api/auth/two-factor/enable', {})).body;
  await post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });

  const person = traveller(market);
  const { to } = await person.travel({ email: 'two.steps@example.test' }, { next: '/browse?game=x' });
  expect(to).toBe('/auth/second-step?next=%2Fbrowse%3Fgame%3Dx');
  expect(person.cookies.has('sleeved_session')).toBe(false);
  const popup = await traveller(market).travel({ email: 'two.steps@example.test' }, { popup: '1' });
  expect(popup.answer.body).toContain('"to":"/auth/second-step"');
  const done = await verify(person.cookie(), codeOf(totpURI));
  expect(done.body.user.id).toBe(own.id);
  // The Google proof is recorded with the resulting session, which VA-08 requires.
  const session = cookieOf(done, person.cookie());
  const { id } = (await market.request('GET', '/api/auth/get-session', { headers: { cookie: session } })).body.session;
  const { rows } = await market.platform.pool.query('select expires_at from auth_verification where identifier = $1', [
    `google-proof:${id}`,
  ]);
  expect(rows).toHaveLength(1);

  // Ten minutes later Google alone confirms nothing; Google with the code does.
  await market.advance(11 * minuteMs);
  const back = traveller(market, session);
  await back.travel({ email: 'two.steps@example.test' }, { purpose: 'confirm', next: '/settings/security' });
  const as = (path: string, body: unknown) =>
    market.request('POST', path, { body, headers: { cookie: back.cookie(), origin: market.url } });
  expect((await as('/api/auth/two-factor/disable', {})).body.code).toBe('step_up_required');
  expect((await as('/api/auth/unlink-account', { providerId: 'google' })).body.code).toBe('step_up_required');
  expect((await as('/api/users/delete-account', {})).body.code).toBe('step_up_required');
  expect((await as('/api/auth/step-up', {})).body.errors).toEqual({
    code: 'Enter the code from your authenticator app.',
  });
  await market.platform.pool.query('update auth_second_factor set last_step = null where user_id = $1', [own.id]);
  const confirmed = await as('/api/auth/step-up', { code: codeOf(totpURI) });
  expect(confirmed.status).toBe(200);
  back.cookies.set('sleeved_session', cookieOf(confirmed).replace('sleeved_session=', ''));
  expect((await as('/api/auth/two-factor/disable', {})).status).toBe(200);
});

test('a reset by mail does not bypass the second factor; one from before the address was confirmed is removed if its owner chooses so', async () => {
  const { who } = await member('Reset_kept');
  const newPassword = 'owners-horse-battery';
  expect(await resetOf(who.email, { newPassword })).toBe(200);
  expect((await signIn({ ...who, password: newPassword })).body).toMatchObject({ twoFactorRedirect: true });
  // The address is confirmed by now: a reset by email removes no factor any more.
  expect(await resetOf(who.email, { newPassword: `${newPassword}-2`, secondFactor: 'drop' })).toBe(200);
  expect((await signIn({ ...who, password: `${newPassword}-2` })).body).toMatchObject({ twoFactorRedirect: true });

  const squatted = (await member('Prehijack_1')).who;
  expect(await resetOf(squatted.email, { newPassword, secondFactor: 'drop' })).toBe(200);
  expect((await signIn({ ...squatted, password: newPassword })).body.user.id).toBe(squatted.id);
});

/** Requests the email, follows its newest link, and returns the status. */
async function resetOf(email: string, body: Record<string, unknown>): Promise<number> {
  await market.request('POST', '/api/auth/request-password-reset', { body: { email } });
  await market.runJobs();
  const mails = (await market.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as {
    subject: string;
    text: string;
  }[];
  const mail = mails.find(({ subject }) => subject === 'Reset your password');
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  return (await market.request('POST', '/api/auth/reset-password', { body: { token, ...body } })).status;
}

test('parallel starts leave one secret and ten codes, parallel confirmations one confirmation', async () => {
  const who = await market.signUp('Parallel_1');
  await Promise.all(
    Array.from({ length: 8 }, () => market.request('POST', '/api/auth/two-factor/enable', { as: who, body: {} })),
  );
  const count = async () =>
    (await market.platform.pool.query('select count(*) from auth_recovery_code where user_id = $1', [who.id])).rows[0]
      .count;
  expect(await count()).toBe(10);
  const { totpURI } = (await market.request('POST', '/api/auth/two-factor/get-totp-uri', { as: who, body: {} })).body;
  const confirmed = await Promise.all(Array.from({ length: 5 }, () => verify(who.cookie, codeOf(totpURI))));
  expect(statuses(confirmed).filter((status) => status === 200)).toHaveLength(1);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      market.request('POST', '/api/auth/two-factor/generate-backup-codes', { as: who, body: {} }),
    ),
  );
  expect(await count()).toBe(10);
});
