import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestToken } from '#features/auth/change-email/change-email.testing.ts';
import { sweepFormerAccounts } from '#features/auth/testing.ts';
import { carryPauses, passTime, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Decisions against a member stay in force when the account is deleted and its email address signs up again. */
let market: TestMarket;
let adminMember: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  adminMember = await market.signUp('Again_Operator');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [adminMember.id]);
}, 60_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
async function admin(method: 'POST' | 'DELETE', path: string, body?: object) {
  [adminMember] = (await Promise.all([signInAgain(market, adminMember)])) as [TestMember];
  return market.request(method, `/api/admin/members/${path}`, { as: adminMember, ...(body ? { body } : {}) });
}
async function leave(as: TestMember): Promise<void> {
  const body = { password: as.password };
  expect((await market.request('POST', '/api/users/delete-account', { as, body })).status).toBe(200);
  await passTime(market);
}
let doors = 0;
const signUp = ({ email, password }: TestMember, username: string) =>
  market.request('POST', '/api/auth/sign-up/email', {
    body: { email, password, username, location: 'Lyon, FR' },
    headers: { 'x-forwarded-for': `198.18.9.${++doors}` },
  });
async function signedUp(former: TestMember, username: string): Promise<TestMember> {
  const answer = await signUp(former, username);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  await market.runJobs();
  const [{ uid: id }] = await rows('select uid from username_registry where username_key = $1', [
    username.toLowerCase(),
  ]);
  return { ...former, id, username, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}
const post = (as: TestMember) =>
  market.request('POST', '/api/wanted', { as, body: { title: 'A green dragon', game: 'pokemon' } });
const limit = { rule: 'no_spam', reason: 'Too many posts.', days: 7 };

test('a limit outlives the account: a new account with the same email is limited as long, and shows the reason', async () => {
  const member = await market.signUp('Again_Limited');
  expect((await admin('POST', `${member.id}/limit`, limit)).status).toBe(200);
  expect((await post(member)).body.code).toBe('limited');
  await leave(member);
  const again = await signedUp(member, 'Again_Limited_2');
  expect((await post(again)).body.code).toBe('limited');
  const decided = 'select until, reason from ruling where member_id = $1';
  expect(await rows(decided, [again.id])).toEqual(await rows(decided, [member.id]));
  const limits = 'select until from member_limit where user_id = $1';
  expect(await rows(limits, [again.id])).toEqual(await rows(limits, [member.id]));
  // Also through a second deletion; another email address is another person.
  await leave(again);
  const third = await signedUp(again, 'Again_Limited_3');
  expect((await post(third)).body.code).toBe('limited');
  const other = await market.signUp('Again_Other');
  expect((await post(other)).status).toBe(201);
  // No row contains the email address, and none is left once the limit is over.
  const stored = await rows('select * from former_account where member_id = $1', [member.id]);
  expect([stored.length, JSON.stringify(stored).includes(member.email)]).toEqual([1, false]);
  await market.advance(15 * dayMs);
  await sweepFormerAccounts(market.platform);
  expect(await rows('select 1 from former_account')).toEqual([]);
  expect((await post((await signInAgain(market, third)) as TestMember)).status).toBe(201);
});

test('a pause of reservations outlives the account too', async () => {
  const member = await market.signUp('Again_Paused');
  const until = new Date(market.clock.now().getTime() + dayMs / 2);
  await rows("insert into hold_pause (buyer_id, listing_id, until) values ($1, '', $2)", [member.id, until]);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: member, body: { password: member.password } }))
      .status,
  ).toBe(200);
  const again = await signedUp(member, 'Again_Paused_2');
  expect(await rows('select until from hold_pause where buyer_id = $1', [again.id])).toEqual([{ until }]);

  // The longer pause of the former account replaces a shorter one of the new account.
  await rows('update hold_pause set until = $2 where buyer_id = $1', [
    again.id,
    new Date(market.clock.now().getTime() + 60_000),
  ]);
  await carryPauses(market.platform, again.id, [member.id]);
  expect(await rows('select until from hold_pause where buyer_id = $1', [again.id])).toEqual([{ until }]);
});

test('a deleted account can be suspended while its deletion can be undone: it returns suspended, and its email opens no other', async () => {
  const member = await market.signUp('Again_Suspended');
  await leave(member);
  const token = newestToken(market, member.email, '/auth/undo-deletion');
  const why = { rule: 'no_spam', reason: 'Sold what was not there.' };
  expect((await admin('POST', `${member.id}/suspension`, why)).status).toBe(200);
  expect((await admin('POST', `${member.id}/suspension`, why)).body.code).toBe('already_suspended');
  expect([(await signUp(member, 'Again_Suspended_2')).body.code]).toEqual(['suspended']);
  expect((await market.request('POST', '/api/auth/undo-deletion', { body: { token: await token } })).status).toBe(200);
  await market.runJobs();
  const [user] = await rows(
    'select email, suspended_at is not null as shut, suspended_reason from auth_user where id = $1',
    [member.id],
  );
  expect(user).toEqual({ email: member.email, shut: true, suspended_reason: why.reason });
  const signIn = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  expect(signIn.status).toBe(403);
  expect(await rows('select 1 from former_account where member_id = $1', [member.id])).toEqual([]);
  expect((await admin('DELETE', `${member.id}/suspension`)).status).toBe(200);
  expect((await signInAgain(market, member)).cookie).toBeTruthy();
});

test('a suspension of a deleted account can be ended before it returns, and a final deletion refuses one', async () => {
  const member = await market.signUp('Again_Forgiven');
  await leave(member);
  const token = await newestToken(market, member.email, '/auth/undo-deletion');
  const why = { rule: 'no_spam', reason: 'By mistake.' };
  expect((await admin('POST', `${member.id}/suspension`, why)).status).toBe(200);
  expect((await admin('DELETE', `${member.id}/suspension`)).status).toBe(200);
  expect((await admin('DELETE', `${member.id}/suspension`)).status).toBeGreaterThanOrEqual(400);
  expect((await market.request('POST', '/api/auth/undo-deletion', { body: { token } })).status).toBe(200);
  expect(await rows('select suspended_at from auth_user where id = $1', [member.id])).toEqual([{ suspended_at: null }]);
  const gone = await market.signUp('Again_Gone');
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: gone, body: { password: gone.password } })).status,
  ).toBe(200);
  await market.advance(15 * dayMs);
  expect((await admin('POST', `${gone.id}/suspension`, why)).status).toBe(404);
});
