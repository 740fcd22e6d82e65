import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { type Traveller, traveller } from '#testing/servers/google.ts';
import { providerName } from './google-sign-in.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const minuteMs = 60_000;
const profileOf = async (person: Traveller) =>
  (await market.request('GET', '/api/profile', { headers: { cookie: person.cookie() } })).body;
const signInWith = async (email: string) => {
  const person = traveller(market);
  const { to } = await person.travel({ email });
  return { person, to };
};
const usersWith = async (email: string) =>
  (await market.platform.pool.query('select id from auth_user where email = $1', [email])).rows.length;
const link = (as: { cookie: string; id: string }, email: string, currentUserId = as.id) =>
  market.request('POST', '/api/auth/link-accounts', {
    body: { email, currentUserId },
    headers: { cookie: as.cookie, origin: market.url },
  });
const waysOf = async (cookie: string) =>
  (await market.request('GET', '/api/auth/list-accounts', { headers: { cookie } })).body.items as {
    id: string;
    providerId: string;
    email: string;
  }[];
const proveGoogle = (cookie: string, email: string) =>
  traveller(market, cookie).travel({ email }, { purpose: 'link', next: '/settings/security' });

test('[ST-08] a newcomer by Google gets an account with a generated name, flagged until the profile is saved', async () => {
  const { person, to } = await signInWith('Ada.Lovelace@Example.test');
  expect(to).toBe('/auth/complete-profile');
  const own = await profileOf(person);
  expect(own).toMatchObject({
    email: 'ada.lovelace@example.test',
    username: 'Ada_Lovelace',
    authProvider: 'google',
    isEmailVerified: true,
    needsProfileCompletion: true,
    profileCompleted: false,
  });
  const saved = await market.request('POST', '/api/profile/complete', {
    body: { username: 'ada_l', location: 'London, GB' },
    headers: { cookie: person.cookie(), origin: market.url },
  });
  expect([saved.status, saved.body.needsProfileCompletion]).toEqual([200, false]);
  // The same person again: the same account, no flag, and redirected at once.
  const again = await signInWith('ada.lovelace@example.test');
  expect(again.to).toBe('/dashboard');
  expect(await profileOf(again.person)).toMatchObject({ id: own.id, username: 'ada_l', needsProfileCompletion: false });
});

test('[ST-08] [RP-07] an unfinished profile is flagged at each Google sign-in, and continues to the requested page', async () => {
  const person = traveller(market);
  const first = await person.travel({ email: 'late@example.test' }, { next: '/listings/abc?action=make_offer' });
  expect(first.to).toBe('/auth/complete-profile?next=%2Flistings%2Fabc%3Faction%3Dmake_offer');
  await market.platform.pool.query(
    "update profile set needs_completion = false where user_id = (select id from auth_user where email = 'late@example.test')",
  );
  const second = await signInWith('late@example.test');
  expect([second.to, (await profileOf(second.person)).needsProfileCompletion]).toEqual([
    '/auth/complete-profile',
    true,
  ]);
});

test('[EN-01] a newcomer’s photo at Google is stored here, is shown until they choose another, and is deleted with them', async () => {
  const person = traveller(market);
  await person.travel({ email: 'pictured@example.test', photo: 'on' });
  await market.runJobs();
  const own = await profileOf(person);
  expect(own.photoURL).toMatch(/^\/avatars\/[0-9a-z]{20}\/192\.webp$/);
  expect(own.avatarUrl).toBe(own.photoURL);
  const shown = await fetch(market.url + own.photoURL);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await market.request('POST', '/api/profile/complete', {
    body: { username: 'pictured', location: 'London, GB' },
    headers: { cookie: person.cookie(), origin: market.url },
  });
  expect((await market.request('GET', `/api/profiles/${own.id}`)).body.avatarUrl).toBe(own.photoURL);
  // Another sign-in requests no photo: a removed one does not reappear.
  const removed = await market.request('DELETE', '/api/profile/avatar', {
    headers: { cookie: person.cookie(), origin: market.url },
  });
  expect(removed.status).toBeLessThan(300);
  await market.runJobs();
  expect((await fetch(market.url + own.photoURL)).status).toBe(404);
  await person.travel({ email: 'pictured@example.test', photo: 'on' });
  await market.runJobs();
  expect((await profileOf(person)).photoURL).toBe(null);
});

test('[EN-01] the sign-in method is Google’s by name, and another provider’s by its host', () => {
  expect(providerName('https://accounts.google.com', 'https://cards.example')).toBe('google');
  expect(providerName('https://cards.example/sandbox/google', 'https://cards.example')).toBe('google');
  expect(providerName('https://login.shop.example/realms/cards', 'https://cards.example')).toBe('login.shop.example');
});

test('[VA-05] names that are taken or reserved get a number', async () => {
  await market.signUp('Grace_H');
  expect((await profileOf((await signInWith('grace.h@example.test')).person)).username).toMatch(/^grace_h\d{1,5}$/);
  expect((await profileOf((await signInWith('admin@example.test')).person)).username).toMatch(/^admin\d{1,5}$/);
});

test('[VA-05] a name without one letter or digit keeps its underscores, and gets a number too', async () => {
  const { username } = await profileOf((await signInWith('--@example.test')).person);
  expect(username).toMatch(/^___\d{1,5}$/);
});

test('[VA-09] an account of Google without an e-mail is refused with its sentence', async () => {
  const person = traveller(market);
  const { to } = await person.travel({ email: 'nomail@example.test', no_email: 'on' }, { next: '/browse' });
  expect(to).toBe('/auth/sign-in?google=google_no_email&next=%2Fbrowse');
  expect(person.cookies.size).toBe(0);
  const { answer } = await traveller(market).travel({ email: 'nomail@example.test', no_email: 'on' }, { popup: '1' });
  expect(answer.body).toContain('No email provided from Google account');
});

test('[ER-02] a person who cancels at Google gets its sentence', async () => {
  expect((await traveller(market).travel({ cancel: '' })).to).toBe('/auth/sign-in?google=google_cancelled');
  expect((await traveller(market).travel({ cancel: '' }, { popup: '1' })).answer.body).toContain('Sign in cancelled');
});

test('[VA-04] the e-mail of a real Google account is refused with a password, with a hint; signing up with it too', async () => {
  await signInWith('only.google@example.test');
  const refused = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: 'only.google@example.test', password: testPassword },
  });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    401,
    'use_google',
    expect.stringContaining('Sign in with Google'),
  ]);
  const again = await market.request('POST', '/api/auth/sign-up/email', {
    body: { email: 'only.google@example.test', password: testPassword, username: 'only_google' },
  });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
});

test('an e-mail that has a password is never linked by Google: the answer explains how to link it', async () => {
  const member = await market.signUp('Has_password');
  const { person, to } = await signInWith(member.email);
  expect([to, person.cookies.size]).toEqual(['/auth/sign-in?google=google_use_password', 0]);
  expect((await waysOf(member.cookie)).map((way) => way.providerId)).toEqual(['credential']);
});

test('an e-mail that the provider has not confirmed signs in to nothing and reserves nothing', async () => {
  const member = await market.signUp('Claimed_1');
  for (const email of [member.email, 'free.claim@example.test']) {
    const person = traveller(market);
    expect((await person.travel({ email, unverified: 'on' })).to).toBe('/auth/sign-in?google=google_unverified');
    expect(person.cookies.size).toBe(0);
  }
  expect(await usersWith('free.claim@example.test')).toBe(0);
});

test('an e-mail that passed to another person at Google does not sign in to the account', async () => {
  const { person } = await signInWith('reused@example.test');
  await market.platform.pool.query("update auth_account set account_id = account_id || 'x' where user_id = $1", [
    (await profileOf(person)).id,
  ]);
  expect((await signInWith('reused@example.test')).to).toBe('/auth/sign-in?google=google_email_taken');
});

test('the same subject at another issuer is another person', async () => {
  const { person } = await signInWith('issuer@example.test');
  const { rows } = await market.platform.pool.query('select account_id from auth_account where user_id = $1', [
    (await profileOf(person)).id,
  ]);
  expect(rows[0].account_id).toMatch(new RegExp(`^${market.url}/sandbox/google#`));
});

test('two first sign-ins of one person at the same moment make one account', async () => {
  const both = await Promise.all([
    signInWith('twice@example.test'),
    signInWith('twice@example.test'),
    signInWith('twice@example.test'),
  ]);
  expect(both.map(({ to }) => to)).toEqual(Array(3).fill('/auth/complete-profile'));
  expect(await usersWith('twice@example.test')).toBe(1);
});

test('a suspended member is refused with the reason and gets no session', async () => {
  const { person } = await signInWith('banned@example.test');
  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [
    (await profileOf(person)).id,
  ]);
  const again = await signInWith('banned@example.test');
  expect([again.to, again.person.cookies.size]).toEqual(['/auth/sign-in?google=suspended', 0]);
});

test('a foreign address is never redirected to', async () => {
  const { to } = await traveller(market).travel({ email: 'open.redirect@example.test' }, { next: '//evil.example/x' });
  expect(to).toBe('/auth/complete-profile');
  const answer = await market.request('POST', '/api/auth/sign-in/social', {
    body: { provider: 'google', callbackURL: 'https://evil.example/' },
  });
  expect(answer.status).toBe(422);
});

test('the calls as the library names them return the address to go to', async () => {
  const answer = await market.request('POST', '/api/auth/sign-in/social', {
    body: { provider: 'google', callbackURL: `${market.url}/browse` },
  });
  expect([answer.status, answer.body.redirect]).toEqual([200, true]);
  const url = new URL(answer.body.url);
  expect([url.pathname, url.searchParams.get('code_challenge_method'), url.searchParams.get('response_type')]).toEqual([
    '/sandbox/google/authorize',
    'S256',
    'code',
  ]);
  expect((await market.request('POST', '/api/auth/link-social', { body: { provider: 'google' } })).status).toBe(401);
});

test('[AP-06] a proven Google account is linked, notifies the owner by mail, signs in to the same account, and can be unlinked', async () => {
  const member = await market.signUp('Linker_1');
  const [elsewhere = ''] = (
    await market.request('POST', '/api/auth/sign-in/email', {
      body: { email: member.email, password: member.password },
    })
  ).headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '');
  const profileWith = async (cookie: string) =>
    (await market.request('GET', '/api/profile', { headers: { cookie } })).status;
  expect(await profileWith(elsewhere)).toBe(200);
  expect((await proveGoogle(member.cookie, 'linker.private@example.test')).to).toBe('/settings/security');
  const linked = await link(member, 'Linker.Private@example.test');
  expect([linked.status, linked.body]).toEqual([
    200,
    { success: true, message: 'Google account linked.', totalAccountsLinked: 2 },
  ]);
  expect([await profileWith(elsewhere), await profileWith(member.cookie)]).toEqual([401, 200]);
  const subjects = async () => {
    await market.runJobs();
    const { rows } = await market.platform.pool.query('select subject from sandbox_mail where recipient = $1', [
      member.email,
    ]);
    return rows.map((row) => row.subject);
  };
  expect(await subjects()).toContain('A Google account was linked');
  const { person } = await signInWith('linker.private@example.test');
  expect((await profileOf(person)).id).toBe(member.id);
  expect((await link(member, member.email)).body).toMatchObject({ success: true, totalAccountsLinked: 2 });
  // The proof was used up, and the account is linked now.
  expect((await link(member, 'linker.private@example.test')).body.code).toBe('proof_needed');
  expect((await proveGoogle(member.cookie, 'linker.private@example.test')).to).toBe(
    '/settings/security?google=google_linked_already',
  );

  const unlink = (cookie: string) =>
    market.request('POST', '/api/auth/unlink-account', {
      body: { providerId: 'google' },
      headers: { cookie, origin: market.url },
    });
  expect((await unlink(member.cookie)).status).toBe(200);
  expect(await subjects()).toContain('A Google account was unlinked');
  expect((await waysOf(member.cookie)).map((way) => way.providerId)).toEqual(['credential']);
  expect((await market.request('GET', '/api/profile', { headers: { cookie: person.cookie() } })).status).toBe(401);
  expect((await unlink(member.cookie)).status).toBe(404);
});

test('[AP-06] without proof nothing is linked: signed out, for another member, by e-mail alone, late, or by another session', async () => {
  const member = await market.signUp('Linker_2');
  const other = await market.signUp('Linker_3');
  expect(
    (await market.request('POST', '/api/auth/link-accounts', { body: { email: other.email, currentUserId: other.id } }))
      .status,
  ).toBe(401);
  expect((await link(member, other.email)).body.code).toBe('proof_needed');
  expect((await link(member, member.email, other.id)).status).toBe(403);
  await proveGoogle(member.cookie, 'linker.two@example.test');
  const elsewhere = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  const second = { ...member, cookie: elsewhere.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  expect((await link(second, 'linker.two@example.test')).body.code).toBe('proof_needed');
  expect((await link(other, 'linker.two@example.test')).body.code).toBe('proof_needed');
  await market.advance(11 * minuteMs);
  expect((await link(member, 'linker.two@example.test')).body.code).toBe('proof_needed');
  await proveGoogle(member.cookie, 'linker.two@example.test');
  expect((await link(member, 'linker.two@example.test')).body.code).toBe('step_up_required');
  expect((await link(member, member.email)).body.code).toBe('step_up_required');
  expect(await waysOf(member.cookie)).toHaveLength(1);
});

test('[AP-06] a Google account that signs in to another account, or is not confirmed, cannot be linked', async () => {
  await signInWith('taken.google@example.test');
  const member = await market.signUp('Linker_4');
  expect((await proveGoogle(member.cookie, 'taken.google@example.test')).to).toBe(
    '/settings/security?google=google_linked_elsewhere',
  );
  const unverified = await traveller(market, member.cookie).travel(
    { email: 'un@example.test', unverified: 'on' },
    { purpose: 'link' },
  );
  expect(unverified.to).toBe('/settings/security?google=google_unverified');
  // Proven by two members at once: the first to link it gets it.
  const other = await market.signUp('Linker_5');
  await proveGoogle(member.cookie, 'race.google@example.test');
  await proveGoogle(other.cookie, 'race.google@example.test');
  const answers = await Promise.all([
    link(member, 'race.google@example.test'),
    link(other, 'race.google@example.test'),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test('[AP-06] the last sign-in method cannot be removed', async () => {
  const { person } = await signInWith('last.way@example.test');
  const answer = await market.request('POST', '/api/auth/unlink-account', {
    body: { providerId: 'google' },
    headers: { cookie: person.cookie(), origin: market.url },
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'last_way_in']);
});

test('a flow counts for the session that started it only, and not when another site started it', async () => {
  const member = await market.signUp('Tripper_1');
  const other = await market.signUp('Tripper_2');
  const person = traveller(market, member.cookie);
  const back = await person.answerAs(await person.leave({ purpose: 'link' }), { email: 'trip@example.test' });
  const [name = '', value = ''] = other.cookie.split('=');
  person.cookies.set(name, value);
  expect((await person.get(back)).headers.get('location')).toBe('/settings/security?google=google_failed');
  expect((await link(other, 'trip@example.test')).body.code).toBe('proof_needed');
  const foreign = await market.request('GET', '/api/auth/google?purpose=link', {
    headers: { cookie: member.cookie, 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  expect((await traveller(market).get('/api/auth/google?purpose=link')).headers.get('location')).toBe(
    '/settings/security?google=google_failed',
  );
});
