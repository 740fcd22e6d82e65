import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { emailChanges, mailsTo, newestToken } from '../change-email/change-email.testing.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp('Keeper_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
});
afterAll(() => market?.close());

const suspend = (id: string, as?: TestMember, body: unknown = { reason: 'Sold what never existed.' }) =>
  market.request('POST', `/api/admin/members/${id}/suspension`, { ...(as ? { as } : {}), body });
const restore = (id: string, as?: TestMember) =>
  market.request('DELETE', `/api/admin/members/${id}/suspension`, as ? { as } : {});
const signIn = (email: string) =>
  market.request('POST', '/api/auth/sign-in/email', { body: { email, password: testPassword } });
const auditOf = async (id: string) =>
  (await market.platform.pool.query('select by, act, data from audit_log where subject = $1 order by at', [id])).rows;

test('[RO-05] an admin suspends a member: signed out everywhere at once, notified of the reason, audited; and restores them', async () => {
  const member = await market.signUp('Shut_1');
  const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email } });
  const reset = await newestToken(market, member.email, '/auth/reset-password');
  expect((await suspend('shut_1', admin)).body).toEqual({ success: true });
  for (const as of [member, { token }]) expect((await market.request('GET', '/api/profile', { as })).status).toBe(401);
  for (const key of [member.id, 'Shut_1'])
    expect((await market.request('GET', `/api/profiles/${key}`)).status).toBe(404);
  const refused = await signIn(member.email);
  expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
  expect(
    (
      await market.request('POST', '/api/auth/reset-password', {
        body: { token: reset, newPassword: 'another-horse-battery' },
      })
    ).status,
  ).toBe(410);
  const [mail] = await mailsTo(market, member.email);
  expect([mail?.subject, mail?.text.includes('Reason: Sold what never existed.')]).toEqual([
    'Your account is suspended',
    true,
  ]);
  expect((await suspend(member.id, admin)).body.code).toBe('already_suspended');

  expect((await restore('Shut_1', admin)).body).toEqual({ success: true });
  expect([(await signIn(member.email)).status, (await market.request('GET', '/api/profiles/Shut_1')).status]).toEqual([
    200, 200,
  ]);
  expect((await restore(member.id, admin)).body.code).toBe('not_suspended');
  expect((await mailsTo(market, member.email))[0]?.subject).toBe('Your account has been reinstated');
  expect(await auditOf(member.id)).toEqual([
    { by: admin.id, act: 'member.suspended', data: { reason: 'Sold what never existed.' } },
    { by: admin.id, act: 'member.restored', data: {} },
  ]);
});

test('[RO-05] only an admin suspends or restores, an admin is never suspended, and a reason is required', async () => {
  const [member, other] = [await market.signUp('Shut_2'), await market.signUp('Shut_3')];
  expect([(await suspend(member.id)).status, (await restore(member.id)).status]).toEqual([401, 401]);
  expect([(await suspend(member.id, other)).status, (await restore(member.id, other)).status]).toEqual([403, 403]);
  expect([(await suspend('Nobody_9', admin)).status, (await restore('Nobody_9', admin)).status]).toEqual([404, 404]);
  // The database refuses such a text even as a parameter.
  expect([(await suspend('%00', admin)).status, (await restore('a%00b', admin)).status]).toEqual([404, 404]);
  expect((await suspend(admin.id, admin)).body.code).toBe('is_operator');
  for (const body of [{}, { reason: '  ' }, { reason: 7 }, { reason: 'x'.repeat(501) }, { reason: 'enough', note: 1 }])
    expect((await suspend(member.id, admin, body)).status).toBe(422);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(200);
  expect([await auditOf(member.id), await auditOf(admin.id)]).toEqual([[], []]);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: member, body: { password: member.password } }))
      .status,
  ).toBe(200);
  // The deletion is final; src/features/moderation/decide/signed-up-again.test.ts covers one that can be undone.
  await market.advance(15 * dayMs);
  expect([(await suspend(member.id, admin)).status, (await restore(member.id, admin)).status]).toEqual([404, 404]);
});

test('[RO-05] ten admins at once suspend once; a pending change of e-mail is void', async () => {
  const member = await market.signUp('Shut_4');
  const change = emailChanges(market);
  await change.ask(member, 'shut.moved@example.test');
  const links = await change.links(member.email, 'shut.moved@example.test');
  await change.confirm(links.old);
  const answers = await Promise.all(Array.from({ length: 10 }, () => suspend(member.id, admin)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect((await change.confirm(links.fresh)).status).toBe(410);
  expect((await change.emailOf(member.id))[0]).toBe(member.email);
  expect(await auditOf(member.id)).toHaveLength(1);
});
