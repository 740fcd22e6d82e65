import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
let colleague: TestMember;
let ana: TestMember;
let bob: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, colleague] = [await market.signUp('Keeper_1'), await market.signUp('Keeper_2')];
  [ana, bob] = [await market.signUp(), await market.signUp()];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = any($1)", [
    [admin.id, colleague.id],
  ]);
}, 120_000);
afterAll(() => market?.close());

const report = async ({ id }: TestMember) => {
  const filed = await market.request('POST', '/api/reports', {
    as: bob,
    body: { subject: { kind: 'member', id }, reason: 'spam' },
  });
  expect(filed.status, JSON.stringify(filed.body)).toBe(201);
  await market.runJobs();
};
const mailsTo = async ({ email }: TestMember) => {
  const { rows } = await market.platform.pool.query(
    "select subject from sandbox_mail where recipient = $1 and subject like '%ew report%' order by sent_at",
    [email],
  );
  return rows.map(({ subject }) => subject);
};
const waitingFor = async (as: TestMember) => (await market.request('GET', '/api/counters', { as })).body.operator;

test('admins get one email an hour about new reports, without those about themselves, and a count of what waits', async () => {
  await report(ana);
  expect([await mailsTo(admin), await waitingFor(admin), await waitingFor(ana)]).toEqual([
    ['New report'],
    1,
    undefined,
  ]);
  await report(ana);
  await report(colleague);
  await market.advance(59 * minuteMs);
  await market.runJobs();
  expect([await mailsTo(admin), await waitingFor(admin), await waitingFor(colleague)]).toEqual([['New report'], 3, 2]);
  await market.advance(2 * minuteMs);
  await market.runJobs();
  expect([await mailsTo(admin), await mailsTo(colleague), await mailsTo(ana)]).toEqual([
    ['New report', '2 new reports'],
    ['New report', 'New report'],
    [],
  ]);
});

test('an admin turns the emails off in the notification settings, which offer them to admins only', async () => {
  const settingsOf = async (as: TestMember) =>
    (await market.request<string>('GET', '/settings/notifications', { as })).body.includes('name="new-reports.mail"');
  expect([await settingsOf(admin), await settingsOf(ana)]).toEqual([true, false]);
  const changed = await market.request('PUT', '/api/notifications/preferences', {
    as: colleague,
    body: { kinds: { 'new-reports': { mail: false } } },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const before = [(await mailsTo(admin)).length, (await mailsTo(colleague)).length];
  await market.advance(61 * minuteMs);
  await report(ana);
  expect([(await mailsTo(admin)).length, (await mailsTo(colleague)).length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
});
