import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { confirmedMember, confirmPage, emailChanges, mailsTo, newestToken } from './change-email.testing.ts';

let market: TestMarket;
let change: ReturnType<typeof emailChanges>;
beforeAll(async () => {
  market = await startTestMarket();
  change = emailChanges(market);
});
afterAll(() => market?.close());

const rounds = 8;
let made = 0;
async function pendingChange() {
  const member = await confirmedMember(market);
  const to = `raced.${++made}@example.test`;
  expect((await change.ask(member, to)).status).toBe(200);
  return { member, to, links: await change.links(member.email, to) };
}
const changedMails = async (email: string) =>
  (await mailsTo(market, email)).filter((mail) => mail.subject === 'Your email address was changed');
const rowsOf = async (userId: string) =>
  (await market.platform.pool.query('select 1 from email_change where user_id = $1', [userId])).rowCount;
const statusOf = async (as: TestMember) => (await market.request('GET', '/api/profile', { as })).status;

test('RC-11 both links at the same moment make one change and one notice', { timeout: 60_000 }, async () => {
  for (let round = 0; round < rounds; round++) {
    const { member, to, links } = await pendingChange();
    const answers = await Promise.all([change.confirm(links.old), change.confirm(links.fresh)]);
    expect(answers.map(({ status, body }) => `${status} ${body.status}`).sort()).toEqual([
      '200 changed',
      '200 waiting',
    ]);
    expect(await change.emailOf(member.id)).toEqual([to, true]);
    expect(await changedMails(member.email)).toHaveLength(1);
  }
});

test('RC-11 one link pressed twenty times at once is used once', { timeout: 60_000 }, async () => {
  for (const side of ['old', 'fresh'] as const) {
    const { member, links } = await pendingChange();
    const answers = await Promise.all(Array.from({ length: 20 }, () => change.confirm(links[side])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await change.emailOf(member.id)).toEqual([member.email, true]);
  }
});

test('RC-11 cancelling and the last link at the same moment: one of them is refused as late', {
  timeout: 60_000,
}, async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const { member, to, links } = await pendingChange();
    await change.confirm(links.old);
    const isOwn = round % 2 === 0;
    const [confirmed, cancelled] = await Promise.all([
      change.confirm(links.fresh),
      isOwn ? change.cancel(member) : change.disown(links.cancel),
    ]);
    const isChanged = confirmed.status === 200;
    outcomes.add(`${confirmed.status} ${cancelled.status}`);
    expect([confirmed.status, cancelled.status]).toEqual(isChanged ? [200, isOwn ? 404 : 410] : [410, 200]);
    expect([await change.emailOf(member.id), await rowsOf(member.id)]).toEqual([
      isChanged ? [to, true] : [member.email, true],
      0,
    ]);
  }
  expect([...outcomes].every((one) => ['200 404', '200 410', '410 200'].includes(one))).toBe(true);
});

test('RC-10 a sign-up with the new address at the moment of the last link: one has it, the other gets the refusal, nothing is lost', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const { member, to, links } = await pendingChange();
    await change.confirm(links.old);
    const [confirmed, joined] = await Promise.all([
      change.confirm(links.fresh),
      market.request('POST', '/api/auth/sign-up/email', {
        body: { email: to, password: testPassword, username: `raced_${round}_other`, location: 'Lyon, FR' },
        headers: { 'x-forwarded-for': `198.53.0.${round}` },
      }),
    ]);
    expect([confirmed.status, joined.status].sort()).toEqual([200, 409]);
    const { rows } = await market.platform.pool.query('select id from auth_user where email = $1', [to]);
    expect(rows).toHaveLength(1);
    if (confirmed.status === 200) {
      expect(rows[0].id).toBe(member.id);
      continue;
    }
    expect([confirmed.body.code, confirmed.body.message]).toEqual([
      'email_taken',
      expect.stringMatching(/^This email is already registered\./),
    ]);
    expect(await change.emailOf(member.id)).toEqual([member.email, true]);
    expect(await change.pending(member)).toMatchObject({ newEmail: to, oldConfirmed: true, newConfirmed: false });
  }
});

test('an address that was taken meanwhile is refused at the last link, and accepted once it is free again', async () => {
  const { member, to, links } = await pendingChange();
  await change.confirm(links.fresh);
  const taker = await market.signUp('Takes_it', { email: to });
  expect([(await change.confirm(links.old)).status, await statusOf(member)]).toEqual([409, 200]);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: taker, body: { password: testPassword } })).status,
  ).toBe(200);
  expect((await change.confirm(links.old)).body.status).toBe('changed');
  expect(await change.emailOf(member.id)).toEqual([to, true]);
});

test('RC-11 a reset and the last link at the same moment: the reset voids the change, or the change the reset', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const { member, to, links } = await pendingChange();
    await change.confirm(links.fresh);
    await market.request('POST', '/api/auth/request-password-reset', {
      body: { email: member.email },
      headers: { 'x-forwarded-for': `198.54.0.${round}` },
    });
    const token = await newestToken(market, member.email, '/auth/reset-password');
    const [confirmed, reset] = await Promise.all([
      change.confirm(links.old),
      market.request('POST', '/api/auth/reset-password', { body: { token, newPassword: 'another-horse-battery' } }),
    ]);
    expect([confirmed.status, reset.status].sort()).toEqual([200, 410]);
    expect(await change.emailOf(member.id)).toEqual([confirmed.status === 200 ? to : member.email, true]);
    expect(await rowsOf(member.id)).toBe(0);
  }
});

test('RC-11 two requests at the same moment leave one, and only its links work', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 5; round++) {
    const member = await confirmedMember(market);
    const addresses = [`left.${round}@example.test`, `right.${round}@example.test`];
    const answers = await Promise.all(addresses.map((to) => change.ask(member, to)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { newEmail } = await change.pending(member);
    const lost = addresses.find((to) => to !== newEmail) ?? '';
    const token = await newestToken(market, lost, confirmPage);
    if (token !== '') expect((await change.confirm(token)).status).toBe(410);
    await change.confirm(await newestToken(market, newEmail, confirmPage));
    const mails = (await mailsTo(market, member.email)).filter((mail) =>
      mail.subject.endsWith(`to ${newEmail.slice(0, 1)}•••@e•••.test`),
    );
    const old = new URL(mails[0]?.links[0] ?? 'http://none.test').searchParams.get('token') ?? '';
    expect((await change.confirm(old)).body.status).toBe('changed');
    expect(await change.emailOf(member.id)).toEqual([newEmail, true]);
  }
});
