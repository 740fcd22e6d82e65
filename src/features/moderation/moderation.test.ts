import { expect, test } from 'vitest';
import { putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { moderationMarket } from './moderation.testing.ts';
import { decisionTimes } from './words.ts';

const {
  court,
  join,
  call,
  admin,
  rows,
  page,
  mailsTo,
  rulingsOf: decisionsOf,
  hidden,
  appeal,
  answer,
  reported,
  made,
} = moderationMarket();

test('[RO-05] a hidden listing is a decision: its seller reads what, by which rule, why, its consequence and until when to appeal, by email too', async () => {
  const seller = await join();
  const { id, decision } = await hidden(seller);
  expect(decision).toMatchObject({
    act: 'listing_hidden',
    subject: { id },
    rule: 'as_described',
    reason: 'The photo shows another card.',
    appealIs: 'open',
    appeal: null,
    answer: null,
  });
  expect(JSON.stringify(decision)).not.toContain(court.first.id);
  expect(Date.parse(decision.appealUntil) - Date.parse(decision.decidedAt)).toBe(decisionTimes.appealDays * dayMs);
  const mail = (await mailsTo(seller)).find(({ subject }) => subject.startsWith('Your listing was paused: “'));
  for (const part of [
    'About: Your listing “',
    'Show and describe each card accurately.',
    'The photo shows another card.',
    'Only you can see it, and it can’t be bought.',
    'You can appeal once until',
  ])
    expect(mail?.body_text.replaceAll(/\s+/g, ' ')).toContain(part);
  const other = await join();
  for (const [as, status] of [
    [seller, 200],
    [other, 404],
    [court.first, 404],
  ] as const)
    expect((await call('GET', `/api/rulings/${decision.id}`, as)).status).toBe(status);
  expect((await appeal(other, decision.id)).status).toBe(404);
  expect((await decisionsOf(seller))[0]).toMatchObject({ appealIs: 'open', appeal: null });
});

test('an appeal is made once, judged by another admin than the first, and a successful one restores the listing', async () => {
  const seller = await join();
  const { id, decision } = await hidden(seller);
  expect((await appeal(seller, decision.id, '  ')).status).toBe(422);
  const made = await Promise.all(Array.from({ length: 4 }, () => appeal(seller, decision.id)));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const waiting = (await admin('GET', '/appeals?limit=100')).body.items.find(
    (one: { id: string }) => one.id === decision.id,
  );
  expect(waiting).toMatchObject({
    memberId: seller.id,
    memberName: seller.username,
    decidedBy: court.first.id,
    may: [],
  });
  expect((await admin('GET', `/appeals/${decision.id}`, undefined, court.second)).body.may).toEqual(['answer']);

  expect(await answer(decision.id, 'overturned', court.first)).toMatchObject({
    status: 403,
    body: { code: 'not_allowed' },
  });
  expect((await call('GET', `/api/listings/${id}`, seller)).body.status).toBe('paused');
  const answers = await Promise.all([
    answer(decision.id, 'overturned', court.second),
    answer(decision.id, 'overturned', court.second),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await call('GET', `/api/listings/${id}`, seller)).body.status).toBe('active');
  expect((await decisionsOf(seller))[0]).toMatchObject({
    answer: { outcome: 'overturned', text: 'Looked at again.' },
    endedAt: expect.any(String),
  });
  expect((await mailsTo(seller)).map(({ subject }) => subject)).toContain('We reversed our decision');
  const notified = (await call('GET', '/api/notifications', seller)).body.items.find(
    ({ kind }: { kind: string }) => kind === 'rulings',
  );
  expect(notified).toMatchObject({ title: 'We reversed our decision', link: `/settings/decisions/${decision.id}` });
  const acts = await rows('select by, act, data from audit_log where subject = $1', [decision.id]);
  expect(acts).toEqual([
    {
      by: court.second.id,
      act: 'appeal.answered',
      data: { outcome: 'overturned', reason: 'Looked at again.', member: seller.id },
    },
  ]);
});

test('a rejected appeal leaves the decision in force, a late one is refused, and a deleted subject is no obstacle', async () => {
  const seller = await join();
  const { id, decision } = await hidden(seller);
  await appeal(seller, decision.id);
  expect((await answer(decision.id, 'upheld', court.second)).status).toBe(200);
  expect((await call('GET', `/api/listings/${id}`, seller)).body.status).toBe('paused');
  expect((await appeal(seller, decision.id)).body.code).toBe('appealed_already');

  const other = await join();
  const gone = await hidden(other);
  await appeal(other, gone.decision.id);
  expect((await call('DELETE', `/api/listings/${gone.id}`, other)).status).toBeLessThan(300);
  expect((await answer(gone.decision.id, 'overturned', court.second)).body).toMatchObject({
    answer: { outcome: 'overturned' },
  });

  // A listing that an admin released has no decision to appeal against.
  const third = await join();
  const free = await hidden(third);
  expect((await admin('DELETE', `/listings/${free.id}/hide`)).status).toBe(200);
  expect(await appeal(third, free.decision.id)).toMatchObject({ status: 409, body: { code: 'appeal_too_late' } });
  const late = await hidden(third);
  await court.market.advance(decisionTimes.appealDays * dayMs);
  const again = await signInAgain(court.market, third);
  [court.first, court.second] = [
    await signInAgain(court.market, court.first),
    await signInAgain(court.market, court.second),
  ];
  expect(await appeal(again, late.decision.id)).toMatchObject({ status: 409, body: { code: 'appeal_too_late' } });
});

test('an appeal ends what its decision did and nothing that was decided later', async () => {
  const [ana, bob] = [await join(), await join()];
  const filed = await reported('member', ana.id, bob, 'Insults or threats');
  const said = {
    decision: 'upheld',
    measure: 'suspend',
    toReporter: 'You were right.',
    toReported: 'You insulted a buyer.',
  };
  expect((await admin('POST', `/reports/${filed}/answer`, said)).status).toBe(200);
  const [{ id }] = await rows("select id from ruling where member_id = $1 and act = 'suspended'", [ana.id]);
  await rows('update ruling set appeal = $2, appealed_at = decided_at where id = $1', [id, 'It was not me.']);
  expect((await admin('DELETE', `/members/${ana.id}/suspension`)).status).toBe(200);
  expect((await admin('POST', `/members/${ana.id}/suspension`, { reason: 'Fraud, another case.' })).status).toBe(200);
  expect((await answer(id, 'overturned', court.second)).status).toBe(200);
  expect(await rows('select suspended_at is not null as suspended from auth_user where id = $1', [ana.id])).toEqual([
    { suspended: true },
  ]);

  const eve = await join();
  const limit = (days: number) =>
    admin('POST', `/members/${eve.id}/limit`, { rule: 'no_spam', reason: 'Again.', days });
  await limit(3);
  const [before] = await decisionsOf(eve);
  await appeal(eve, before.id);
  await limit(9);
  expect((await answer(before.id, 'overturned', court.second)).status).toBe(200);
  expect((await made(eve)).body.code).toBe('limited');
});

const linkIn = (mails: { body_text: string }[]) => {
  const found = mails.map(({ body_text }) => /\/appeal\?token=[\w.-]+/.exec(body_text)?.[0]).filter(Boolean);
  return found.at(-1) ?? '';
};
const openPage = (path: string) => court.market.request<string>('GET', path);
const postPage = (path: string, text: string) =>
  court.market.request<string>('POST', path, {
    body: new URLSearchParams({ text }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: court.market.url },
  });

test('[RO-05] a plain suspension is a decision too: one email has the rule, the reason and a link that appeals without signing in, once, and nothing else', async () => {
  const [ana, bob] = [await join(), await join()];
  const suspend = (as: TestMember) =>
    admin('POST', `/members/${as.id}/suspension`, { reason: 'Sold what was not there.', rule: 'real' });
  expect((await suspend(ana)).status).toBe(200);
  expect((await admin('POST', `/members/${bob.id}/suspension`, { reason: 'Again.', rule: 'none' })).status).toBe(422);
  const mails = (await mailsTo(ana)).filter(({ subject }) => subject === 'Your account is suspended');
  expect(mails).toHaveLength(1);
  const words = mails[0]?.body_text.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Sell only authentic cards that are in your possession.',
    'Reason: Sold what was not there.',
    'Don’t forward this email. Its link works without signing in.',
  ])
    expect(words).toContain(part);
  const link = linkIn(mails);
  const shown = await openPage(link);
  expect([shown.status, shown.body.includes('Sold what was not there.'), shown.body.includes('noindex')]).toEqual([
    200,
    true,
    true,
  ]);
  // Forged tokens: another id, another signature, a cut one, another spelling.
  const token = link.slice('/appeal?token='.length);
  const [id = '', signature = ''] = token.split('.');
  const forged = [
    `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}.${signature}`,
    `${id}.${'A'.repeat(43)}`,
    token.slice(0, -1),
    `${token}A`,
    '',
    '%00',
    `${id}.`,
  ];
  for (const one of forged) expect([one, (await openPage(`/appeal?token=${one}`)).status]).toEqual([one, 403]);
  expect((await postPage(`/appeal?token=${id}.${'A'.repeat(43)}`, 'Let me in.')).status).toBe(403);
  expect((await postPage(link, ' ')).status).toBe(422);
  expect((await postPage(link, 'I had the card all along.')).body).toContain('Appeal sent.');
  expect((await postPage(link, 'And once more.')).status).toBe(409);
  // It creates no session.
  expect((await openPage('/settings/decisions')).status).toBe(302);
  expect((await answer(id, 'overturned', court.first)).status).toBe(403);
  expect((await answer(id, 'overturned', court.second)).status).toBe(200);
  expect(await rows('select suspended_at from auth_user where id = $1', [ana.id])).toEqual([{ suspended_at: null }]);
  // The link ends with the suspension.
  expect((await openPage(link)).status).toBe(410);

  expect((await suspend(bob)).status).toBe(200);
  const late = linkIn(await mailsTo(bob));
  const other = await signed(bob);
  expect(other).toBe(403);
  expect((await admin('DELETE', `/members/${bob.id}/suspension`)).status).toBe(200);
  expect(
    await rows("select ended_at is not null as ended from ruling where member_id = $1 and act = 'suspended'", [bob.id]),
  ).toEqual([{ ended: true }]);
  expect((await suspend(bob)).status).toBe(200);
  // The link of the former suspension shows that it has ended.
  expect((await openPage(late)).body).toContain('This decision no longer applies.');
  expect((await postPage(late, 'Too late.')).status).toBe(409);
});

const signed = async ({ email, password }: TestMember) =>
  (await court.market.request('POST', '/api/auth/sign-in/email', { body: { email, password } })).status;

test('the reporter neither judges nor reads the appeal against the outcome', async () => {
  const [ana, third] = [await join(), await court.market.signUp('Judge_3')];
  await rows("update auth_user set role = 'admin' where id = $1", [third.id]);
  const id = await putUpForSale(court.market, ana);
  const filed = await reported('listing', id, third);
  const said = { decision: 'upheld', measure: 'hide', toReporter: 'You were right.', toReported: 'It is a copy.' };
  expect((await admin('POST', `/reports/${filed}/answer`, said)).status).toBe(200);
  const [decision] = await decisionsOf(ana);
  await appeal(ana, decision.id);
  expect((await answer(decision.id, 'upheld', third)).body.message).toBe(
    'You made the report behind this decision. Another admin must decide the appeal.',
  );
  expect((await admin('GET', `/appeals/${decision.id}`, undefined, third)).status).toBe(403);
  expect((await page(`/admin/appeals/${decision.id}`, third)).status).toBe(403);
  const listed = async (as: TestMember) =>
    (await admin('GET', '/appeals', undefined, as)).body.items.map((one: { id: string }) => one.id);
  expect([(await listed(third)).includes(decision.id), (await listed(court.second)).includes(decision.id)]).toEqual([
    false,
    true,
  ]);
  // Without another admin, the one who decided judges, not the reporter.
  await rows("update auth_user set role = 'member' where id = $1", [court.second.id]);
  expect((await answer(decision.id, 'upheld', third)).status).toBe(403);
  expect((await answer(decision.id, 'upheld', court.first)).status).toBe(200);
  await rows("update auth_user set role = 'admin' where id = $1", [court.second.id]);
  await rows("update auth_user set role = 'member' where id = $1", [third.id]);
});
