import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { confirmAs } from '#testing/step-up.ts';
import { actOnSecurity } from './security-acts.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

/** Everything that a thief could have changed, in the database. */
async function standOf(member: TestMember): Promise<unknown> {
  const { rows } = await market.platform.pool.query(
    `select u.email, u.email_verified,
       (select json_agg(a order by a.id) from auth_account a where a.user_id = u.id) as ways,
       (select count(*)::int from email_change c where c.user_id = u.id) as changes,
       (select count(*)::int from auth_session s where s.user_id = u.id) as sessions,
       (select deleted_at from profile p where p.user_id = u.id) as deleted
     from auth_user u where u.id = $1`,
    [member.id],
  );
  return rows[0];
}

async function googleMember(email: string): Promise<TestMember> {
  const person = traveller(market);
  await person.travel({ email });
  const as = { id: '', username: '', email, password: '', cookie: person.cookie() };
  return { ...as, id: (await market.request('GET', '/api/profile', { as })).body.id };
}

/** A form of the security page, posted by this member's browser; a redirect is returned as its location. */
async function post(member: TestMember, fields: Record<string, string>): Promise<string | undefined> {
  const { platform } = market;
  const actor = await platform.identity.resolve(new Headers({ cookie: member.cookie }));
  if (!actor) throw new Error('the session has ended');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    const { saved, session } = await actOnSecurity({ platform, actor, form, client: { address: '', userAgent: '' } });
    if (session) member.cookie = session.cookies[0]?.split(';')[0] ?? '';
    return saved;
  } catch (error) {
    if (error instanceof Response) return error.headers.get('location') ?? String(error.status);
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

test('an old session changes no way in, by call or by form: nothing is written, and the form redirects to the confirmation', async () => {
  const member = await market.signUp();
  await traveller(market, member.cookie).travel({ email: 'guard.linked@example.test' }, { purpose: 'link' });
  const link = (email: string) => ({ email, currentUserId: member.id });
  expect(
    (await market.request('POST', '/api/auth/link-accounts', { as: member, body: link('guard.linked@example.test') }))
      .status,
  ).toBe(200);
  const only = await googleMember('guard.only@example.test');
  await market.advance(11 * minuteMs);
  await traveller(market, member.cookie).travel({ email: 'guard.second@example.test' }, { purpose: 'link' });

  const changes: [TestMember, string, unknown, Record<string, string>][] = [
    [
      member,
      'change-email',
      { newEmail: 'guard.new@example.test' },
      { intent: 'change-email', newEmail: 'guard.new@example.test' },
    ],
    [
      only,
      'change-email',
      { newEmail: 'guard.new@example.test' },
      { intent: 'change-email', newEmail: 'guard.new@example.test' },
    ],
    [only, 'set-password', { newPassword: testPassword }, { intent: 'add-password', newPassword: testPassword }],
    [member, 'link-accounts', link('guard.second@example.test'), { intent: 'link-google' }],
    [member, 'unlink-account', { providerId: 'google' }, { intent: 'unlink-google' }],
  ];
  for (const [as, call, body, form] of changes) {
    const before = await standOf(as);
    const answer = await market.request('POST', `/api/auth/${call}`, { as, body });
    expect([call, answer.status, answer.body.code]).toEqual([call, 403, 'step_up_required']);
    expect([call, await post(as, form)]).toEqual([call, '/settings/security/confirm?next=%2Fsettings%2Fsecurity']);
    expect([call, await standOf(as)]).toEqual([call, before]);
  }
});

test('the forms of the security page work within ten minutes, and an unknown one is refused', async () => {
  const member = await googleMember('guard.forms@example.test');
  expect(await post(member, { intent: 'add-password', newPassword: 'short' })).toBe('invalid');
  expect(await post(member, { intent: 'add-password', newPassword: testPassword })).toBe(
    'Password added. Your other devices are signed out.',
  );
  expect(await post(member, { intent: 'change-email', newEmail: 'guard.moved@example.test' })).toBe(
    'Emails sent to both addresses.',
  );
  expect(await post(member, { intent: 'resend-email' })).toBe('email_change_cooldown');
  expect(await post(member, { intent: 'cancel-email' })).toBe('Email change cancelled. Your email stays the same.');
  expect(await post(member, { intent: 'cancel-email' })).toBe('not_found');
  expect(await post(member, { intent: 'no-such-form' })).toBe('400');
  expect(await post(member, { intent: 'toString' })).toBe('400');
});

test('with a second factor an old session changes no password and deletes nothing, the right password or not', async () => {
  const member = await market.signUp();
  const app = await setUpAuthenticator(market, member);
  await market.advance(11 * minuteMs);
  const before = await standOf(member);
  const change = { currentPassword: testPassword, newPassword: 'another-horse-battery' };
  const changes: [string, unknown][] = [
    ['/api/auth/change-password', change],
    ['/api/auth/change-email', { newEmail: 'guard.factor@example.test' }],
    ['/api/users/delete-account', { password: testPassword }],
  ];
  const all = async () =>
    Promise.all(
      changes.map(async ([path, body]) => (await market.request('POST', path, { as: member, body })).body.code),
    );
  expect(await all()).toEqual(Array(3).fill('step_up_required'));
  expect(await post(member, { intent: 'change-password', ...change })).toBe(
    '/settings/security/confirm?next=%2Fsettings%2Fsecurity',
  );
  // The password alone confirms nothing; with the code it does.
  const confirm = (body: { password: string; code?: string }) => confirmAs(market, member, body);
  expect((await confirm({ password: testPassword })).status).toBe(422);
  expect(await all()).toEqual(Array(3).fill('step_up_required'));
  expect(await standOf(member)).toEqual(before);
  expect((await confirm({ password: testPassword, code: await app.freshCode() })).status).toBe(200);
  expect(await post(member, { intent: 'change-password', ...change })).toBe(
    'Password changed. Your other devices are signed out.',
  );
  expect((await market.request('POST', '/api/users/delete-account', { as: member, body: {} })).status).toBe(200);
});

test('[VA-08] an old session deletes no account of Google, and one with a password only with it', async () => {
  const only = await googleMember('guard.leaves@example.test');
  const member = await market.signUp();
  await market.advance(11 * minuteMs);
  for (const as of [only, member]) {
    const before = await standOf(as);
    const answer = await market.request('POST', '/api/users/delete-account', { as, body: {} });
    expect([answer.status, answer.body.code, await standOf(as)]).toEqual([403, 'reauth_required', before]);
  }
  // A verification for another change is none for this one.
  expect((await confirmAs(market, member, { password: testPassword })).status).toBe(200);
  const remove = (body: object) => market.request('POST', '/api/users/delete-account', { as: member, body });
  expect((await remove({})).body.code).toBe('reauth_required');
  expect((await remove({ password: testPassword })).status).toBe(200);
});

test('an old session signs out no other device, by call or by form, and may always sign out itself', async () => {
  const member = await market.signUp('Guard_devices');
  const { email, password } = member;
  const signedIn = await market.request('POST', '/api/auth/sign-in/email', { body: { email, password } });
  const phone = { ...member, cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const { items } = (await market.request('GET', '/api/auth/list-sessions', { as: member })).body;
  const idOf = (isCurrent: boolean) => items.find((item: { isCurrent: boolean }) => item.isCurrent === isCurrent).id;
  const end = (call: string, body?: unknown) => market.request('POST', `/api/auth/${call}`, { as: member, body });
  await market.advance(11 * minuteMs);
  const before = await standOf(member);
  for (const [call, body] of [['revoke-session', { id: idOf(false) }], ['revoke-other-sessions']] as const) {
    const answer = await end(call, body);
    expect([call, answer.status, answer.body.code]).toEqual([call, 403, 'step_up_required']);
  }
  const forms: Record<string, string>[] = [{ intent: 'sign-out-one', id: idOf(false) }, { intent: 'sign-out-others' }];
  for (const form of forms)
    expect(await post(member, form)).toBe('/settings/security/confirm?next=%2Fsettings%2Fsecurity');
  expect(await standOf(member)).toEqual(before);
  expect((await market.request('GET', '/api/profile', { as: phone })).status).toBe(200);
  expect((await end('revoke-session', { id: idOf(true) })).status).toBe(200);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
});
