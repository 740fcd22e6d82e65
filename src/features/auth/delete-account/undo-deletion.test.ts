import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { memberWithPasskey, startNamedMarket } from '#testing/passkeys.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { confirmAs } from '#testing/step-up.ts';
import { tampered } from '#testing/tampered.ts';
import { mailsTo, newestToken } from '../change-email/change-email.testing.ts';
import { sweepUndos } from './undo-deletion.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
}, 60_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const leave = (as: TestMember, body: unknown = { password: as.password }) =>
  market.request('POST', '/api/users/delete-account', { as, body });
const undo = (token: string) => market.request('POST', '/api/auth/undo-deletion', { body: { token } });
const linkOf = ({ email }: { email: string }) => newestToken(market, email, '/auth/undo-deletion');

/** All identifying data of the account and its sign-in methods. */
const person = async (id: string) => {
  const parts = ['auth_account', 'auth_passkey', 'auth_second_factor', 'auth_recovery_code', 'username_registry'].map(
    (table) =>
      `(select jsonb_agg(t order by to_jsonb(t)::text) from ${table} t where t.${table === 'username_registry' ? 'uid' : 'user_id'} = $1)`,
  );
  const changing = "'version', 'last_updated', 'account_tier', 'avatar_url'";
  const [row] = await rows(
    `select ${parts.map((part, i) => `${part} as part${i}`).join(', ')}, to_jsonb(p) - array[${changing}] as profile, u.name, u.email, u.email_verified, u.suspended_at
     from profile p join auth_user u on u.id = p.user_id where p.user_id = $1`,
    [id],
  );
  return row;
};

/** A member with Google alone, as in VA-08, with an old sign-in. */
async function googleSubscriber(name: string): Promise<TestMember> {
  const member = await market.signUp(name);
  const words = {
    displayName: 'Back Again',
    bio: 'keepsakebio',
    location: 'Lyon, FR',
    contact: 'keepsakecontact',
    contactVisible: true,
  };
  expect((await market.request('PATCH', '/api/profile', { as: member, body: words })).status).toBe(200);
  const sub = `https://accounts.example#${name}`;
  await rows("update auth_account set provider_id = 'google', account_id = $2, password = null where user_id = $1", [
    member.id,
    sub,
  ]);
  await rows("update profile set account_tier = 'premium', auth_provider = 'google' where user_id = $1", [member.id]);
  await market.advance(11 * minuteMs);
  return member;
}

test('[VA-08] a subscriber’s old session deletes without a password, at once: the address is notified, and its link restores account and profile, once', async () => {
  const member = await googleSubscriber('Gone_Premium');
  const before = await person(member.id);
  // The conversation is the other side's record; its unread messages are unread again after the restore.
  const said = await market.request('POST', '/api/threads', {
    as: await market.signUp(),
    body: { recipientId: member.id, text: 'Until soon.' },
  });
  expect(said.status).toBe(201);
  const answer = await leave(member, {});
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Your account has been deleted.' }]);
  for (const who of [member.id, member.username])
    expect((await market.request('GET', `/api/profiles/${who}`)).status).toBe(404);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
  expect((await market.request('GET', '/api/usernames/gone_premium')).body.available).toBe(false);
  // Stored data are sealed, and the link is in no table but the mailbox.
  const [stored] = await rows('select * from deletion_undo where member_id = $1', [member.id]);
  const token = await linkOf(member);
  expect(JSON.stringify(stored)).not.toMatch(/keepsake|gone_premium|@example/i);
  expect(JSON.stringify(stored)).not.toContain(token.split('.')[1]);

  expect((await undo(tampered(token))).status).toBe(404);
  const answers = await Promise.all([undo(token), undo(token), undo(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  expect((await undo(token)).body.code).toBe('undo_over');
  expect(market.platform.security.counts()).toContainEqual({ kind: 'entry.returned', outcome: 'done', count: 1 });
  expect(await person(member.id)).toEqual(before);
  expect(
    await rows('select kind, n from member_counter where member_id = $1 and n > 0 order by kind', [member.id]),
  ).toEqual([
    { kind: 'messages', n: 1 },
    { kind: 'notifications', n: 1 },
  ]);
  expect((await market.request('GET', `/api/profiles/${member.username}`)).body).toMatchObject({
    id: member.id,
    bio: 'keepsakebio',
    tier: 'premium',
  });
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
  const subjects = (await mailsTo(market, member.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(['Your account has been deleted', 'Your account was restored']));
  expect(await rows('select 1 from deletion_undo')).toEqual([]);
});

test('a second factor and passkeys are restored with the account: a deletion does not bypass them', async () => {
  const { member } = await memberWithPasskey(market, 'Gone_Factors');
  const app = await setUpAuthenticator(market, member);
  expect((await leave(member)).body.code).toBe('step_up_required');
  await confirmAs(market, member, { password: member.password, code: await app.freshCode() });
  const before = await person(member.id);
  expect(before).toMatchObject({
    part1: [{ user_id: member.id }],
    part2: [{ user_id: member.id }],
    part3: { length: 10 },
  });
  expect((await leave(member)).status).toBe(200);
  expect(await person(member.id)).toMatchObject({
    part0: null,
    part1: null,
    part2: null,
    part3: null,
    email: `deleted-${member.id}@deleted.invalid`,
  });
  expect((await undo(await linkOf(member))).status).toBe(200);
  expect(await person(member.id)).toEqual(before);
});

test('a deletion can be undone for two weeks, with an email at its request and one before the end: then the timer deletes the data, or the sweep', async () => {
  const late = await market.signUp('Gone_Late');
  expect((await leave(late)).status).toBe(200);
  const subjects = async () => (await mailsTo(market, late.email)).map(({ subject }) => subject);
  const token = await linkOf(late);
  const [{ sealed, expires_at: until }] = await rows('select sealed, expires_at from deletion_undo');
  expect(until.getTime() - market.clock.now().getTime()).toBeGreaterThan(13.9 * dayMs);
  expect((await subjects())[0]).toBe('Your account has been deleted');
  await market.advance(11 * dayMs);
  expect((await subjects())[0]).toBe('Your account has been deleted');
  await market.advance(dayMs);
  expect((await subjects())[0]).toMatch(/^You can keep your account until \d+ \w+ \d{4}$/);
  expect(await linkOf(late)).toBe(token);
  await market.advance(2 * dayMs);
  expect(await rows('select 1 from deletion_undo')).toEqual([]);
  const missed = 'insert into deletion_undo values ($1, $2, $3, $4, $4)';
  await rows(missed, [token.split('.')[0], late.id, sealed, market.clock.now()]);
  expect((await undo(token)).status).toBe(410);
  await sweepUndos(market.platform);
  expect(await rows('select 1 from deletion_undo')).toEqual([]);
  expect((await person(late.id)).email).toBe(`deleted-${late.id}@deleted.invalid`);
});

test('an account that was restored is not reminded of its end', async () => {
  const back = await market.signUp('Gone_Back');
  expect((await leave(back)).status).toBe(200);
  expect((await undo(await linkOf(back))).status).toBe(200);
  await market.advance(13 * dayMs);
  expect((await mailsTo(market, back.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('You can keep your account'),
  );
});

test('a sign-in to a deleted account says what it says of an unknown one; with the right password it has the token that restores it', async () => {
  const member = await market.signUp('Gone_Keeps');
  expect((await leave(member)).status).toBe(200);
  const signIn = (password: string) =>
    market.request('POST', '/api/auth/sign-in/email', { body: { email: member.email, password } });
  const unknown = [401, 'no_account', 'No account found with this email address'];
  const said = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => [status, body.code, body.message];
  const [wrong, right] = [await signIn('another-horse-battery'), await signIn(member.password)];
  expect([said(wrong), said(right)]).toEqual([unknown, unknown]);
  expect(wrong.body.kept).toBeUndefined();
  expect((await undo(right.body.kept.token)).status).toBe(200);
  expect((await signIn(member.password)).status).toBe(200);
});

test('Google leads to the page that keeps the account, not to a new one', async () => {
  const google = traveller(market);
  await google.travel({ email: 'gone.google@example.test' });
  const post = (path: string, body: unknown) =>
    market.request('POST', path, { body, headers: { cookie: google.cookie(), origin: market.url } });
  await google.travel({ email: 'gone.google@example.test' }, { purpose: 'confirm', next: '/settings/data' });
  expect((await post('/api/users/delete-account', {})).status).toBe(200);
  const { to } = await traveller(market).travel({ email: 'gone.google@example.test' });
  expect(to).toMatch(/^\/auth\/undo-deletion\?token=/);
  const token = new URL(to, market.url).searchParams.get('token') ?? '';
  expect((await undo(token)).status).toBe(200);
  expect((await traveller(market).travel({ email: 'gone.google@example.test' })).to).not.toContain('undo-deletion');
});

test('while a newer account has the e-mail the link is refused; a generated name that was taken since is replaced by another', async () => {
  const member = await market.signUp('Gone_Twice');
  await rows('update username_registry set is_temporary = true where uid = $1', [member.id]);
  expect((await leave(member)).status).toBe(200);
  const token = await linkOf(member);
  const body = { email: member.email, password: member.password, username: 'Gone_Twice', location: 'Lyon, FR' };
  const again = await market.request('POST', '/api/auth/sign-up/email', {
    body,
    headers: { 'x-forwarded-for': '198.18.7.1' },
  });
  expect(again.status).toBeLessThan(300);
  const refused = await undo(token);
  expect([refused.status, refused.body.code]).toEqual([409, 'account_made_anew']);
  const cookie = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await leave({ ...member, cookie }, { password: member.password })).status).toBe(200);
  expect((await undo(token)).status).toBe(200);
  const { profile, part4, email } = await person(member.id);
  expect(email).toBe(member.email);
  expect(profile.username).toMatch(/^Gone_Twice\d+$/);
  expect(part4).toMatchObject([{ username: profile.username, status: 'active', is_temporary: true }]);
});
