import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { sweepJob } from '../model/auth.jobs.ts';
import {
  cancelPage,
  confirmedMember,
  confirmPage,
  emailChanges,
  mailsTo,
  newestToken,
} from './change-email.testing.ts';

let market: TestMarket;
let change: ReturnType<typeof emailChanges>;
beforeAll(async () => {
  market = await startTestMarket();
  change = emailChanges(market);
});
afterAll(() => market?.close());

let made = 0;
/** A member with a pending change of email, and the tokens of both emails. */
async function pendingChange(): Promise<{
  member: TestMember;
  to: string;
  links: Awaited<ReturnType<typeof change.links>>;
}> {
  const member = await confirmedMember(market);
  const to = `moved.${++made}@example.test`;
  const answer = await change.ask(member, to);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { member, to, links: await change.links(member.email, to) };
}
const statusOf = async (as: TestMember | { token: string }) =>
  (await market.request('GET', '/api/profile', { as })).status;
const signIn = (email: string) =>
  market.request('POST', '/api/auth/sign-in/email', {
    body: { email, password: testPassword },
    headers: { 'x-forwarded-for': `203.0.113.${++made % 250}` },
  });

test('an e-mail changes when both mailboxes have confirmed, in either order, signed out', async () => {
  for (const order of [['old', 'fresh'] as const, ['fresh', 'old'] as const]) {
    const { member, to, links } = await pendingChange();
    expect((await change.pending(member)).newEmail).toBe(to);
    const first = await change.confirm(links[order[0]]);
    expect([first.status, first.body]).toEqual([
      200,
      { status: 'waiting', waitingFor: order[0] === 'old' ? 'm•••@e•••.test' : 't•••@e•••.test' },
    ]);
    expect(await change.emailOf(member.id)).toEqual([member.email, true]);
    expect(await change.pending(member)).toMatchObject({
      oldConfirmed: order[0] === 'old',
      newConfirmed: order[0] === 'fresh',
    });
    const second = await change.confirm(links[order[1]]);
    expect([second.status, second.body]).toEqual([200, { status: 'changed', waitingFor: null }]);
    expect(await change.emailOf(member.id)).toEqual([to, true]);
    expect(await change.pending(member)).toBeNull();
    const own = await market.request('GET', '/api/profile', { as: member });
    expect([own.body.email, own.body.isEmailVerified]).toEqual([to, true]);
    expect((await market.request('GET', '/api/auth/get-session', { as: member })).body.user.email).toBe(to);
    expect([(await signIn(member.email)).status, (await signIn(to)).status]).toEqual([401, 200]);
  }
});

test('the change ends every session but the requesting one, and every link that was sent before', async () => {
  const member = await confirmedMember(market);
  const elsewhere = await signIn(member.email);
  const other: TestMember = {
    ...member,
    cookie: elsewhere.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
  const { token } = (await market.request('POST', '/api/auth/token', { as: other })).body;
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email } });
  const reset = await newestToken(market, member.email, '/auth/reset-password');
  const verify = await newestToken(market, member.email, '/auth/verify-email');
  await change.ask(member, 'kept.session@example.test');
  const links = await change.links(member.email, 'kept.session@example.test');
  await change.confirm(links.old);
  expect([await statusOf(other), await statusOf({ token })]).toEqual([200, 200]);
  // Confirmed on the other device: the requesting session stays.
  await change.confirm(links.fresh, other);
  expect([await statusOf(member), await statusOf(other), await statusOf({ token })]).toEqual([200, 401, 401]);
  expect(
    (
      await market.request('POST', '/api/auth/reset-password', {
        body: { token: reset, newPassword: 'another-horse-battery' },
      })
    ).status,
  ).toBe(410);
  expect((await market.request('POST', '/api/auth/verify-email', { as: member, body: { token: verify } })).status).toBe(
    409,
  );
  expect((await change.disown(links.cancel)).status).toBe(410);
  const last = (await mailsTo(market, member.email))[0];
  expect(last?.subject).toBe('Your email address was changed');
  expect(last?.text).toContain('Your account now uses k•••@e•••.test');
});

test('the mails: neither mailbox gets the whole other address, and each link leads to its own page', async () => {
  const member = await confirmedMember(market, 'Mailed_1');
  await change.ask(member, 'private.name@example.test');
  const [old] = await mailsTo(market, member.email);
  const [fresh] = await mailsTo(market, 'private.name@example.test');
  expect(old?.subject).toBe('Confirm your email change to p•••@e•••.test');
  expect(old?.text).toContain(
    'If this wasn’t you, someone else may have access to your account. Cancel the change, then reset your password.',
  );
  expect(old?.text).not.toContain('private.name');
  expect(fresh?.subject).toBe('Confirm your new email address');
  expect(fresh?.text).not.toContain(member.email);
  const pages = (links: string[] = []) => links.map((link) => link.replace(/=[\w-]{43}$/, '=…'));
  expect(pages(old?.links)).toEqual([`${market.url}${confirmPage}?token=…`, `${market.url}${cancelPage}?token=…`]);
  expect(pages(fresh?.links)).toEqual([`${market.url}${confirmPage}?token=…`]);
});

test('a request needs a step-up: an old session writes nothing and sends nothing', async () => {
  expect((await change.ask(undefined, 'a@example.test')).status).toBe(401);
  const member = await market.signUp();
  await market.advance(11 * minuteMs);
  const refused = await change.ask(member, 'late@example.test');
  expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
  const { token } = (await market.request('POST', '/api/auth/token', { as: member })).body;
  expect((await change.ask({ token }, 'late@example.test')).status).toBe(403);
  expect(await change.pending(member)).toBeNull();
  expect(await mailsTo(market, 'late@example.test')).toEqual([]);
});

test('[VA-01] the present address, one that is none, and one that is taken are refused with their field; requests are rate limited', async () => {
  const [member, known] = [await market.signUp(), await market.signUp()];
  const said = async (to: string) => {
    const { status, body } = await change.ask(member, to);
    return [status, body.errors?.newEmail];
  };
  expect(await said(member.email.toUpperCase())).toEqual([422, 'This is already your email. Enter a different one.']);
  for (const wrong of ['nobody', 'a@b', 'a b@example.test', 'ä@example.test'])
    expect(await said(wrong)).toEqual([422, 'Invalid email address']);
  const taken =
    'This email is already registered. Please sign in with Google if you used Google to create your account.';
  expect(await said(known.email)).toEqual([409, taken]);
  for (let n = 0; n < 4; n++) expect((await said(known.email))[0]).toBe(409);
  const limited = await change.ask(member, known.email);
  expect([limited.status, limited.body.code]).toEqual([429, 'too_many_attempts']);
  // The same for a free address, so the limit discloses nothing either.
  expect((await change.ask(member, 'free.one@example.test')).status).toBe(429);
  expect(await mailsTo(market, 'free.one@example.test')).toEqual([]);
});

test('a network may check twenty addresses an hour, and a mailbox gets three mails requested by strangers', async () => {
  const known = await market.signUp();
  const ask = (as: TestMember, newEmail: string) =>
    market.request('POST', '/api/auth/change-email', {
      as,
      body: { newEmail },
      headers: { 'x-forwarded-for': '198.52.0.1' },
    });
  const received: number[] = [];
  for (let n = 0; n < 5; n++) {
    const member = await market.signUp();
    for (let i = 0; i < 5; i++) received.push((await ask(member, known.email)).status);
  }
  expect(received).toEqual([...Array(20).fill(409), ...Array(5).fill(429)]);
  const flooded: number[] = [];
  for (let n = 0; n < 4; n++) flooded.push((await change.ask(await market.signUp(), 'stranger@example.test')).status);
  expect(flooded).toEqual([200, 200, 200, 429]);
  expect(await mailsTo(market, 'stranger@example.test')).toHaveLength(3);
});

test('a link is good once, for a day, for its own change; a foreign or forged one does nothing', async () => {
  const { member, to, links } = await pendingChange();
  for (const token of ['x', 'a\0b', '%00', links.cancel]) expect((await change.confirm(token)).status).toBe(404);
  expect((await change.confirm('')).status).toBe(422);
  expect((await change.confirm('x'.repeat(129))).status).toBe(422);
  expect((await change.disown(links.old)).status).toBe(404);
  expect((await change.confirm(await newestToken(market, member.email, '/auth/verify-email'))).status).toBe(404);
  expect((await change.confirm(links.old)).status).toBe(200);
  const again = await change.confirm(links.old);
  expect([again.status, again.body.code]).toEqual([409, 'link_used']);
  await market.advance(24 * hourMs - minuteMs);
  expect((await change.pending(member)).newEmail).toBe(to);
  await market.advance(minuteMs);
  const late = await change.confirm(links.fresh);
  expect([late.status, late.body.code]).toEqual([410, 'link_expired']);
  expect([await change.pending(member), await change.emailOf(member.id)]).toEqual([null, [member.email, true]]);
});

test('a newer request replaces the older: its links are void, even when one was confirmed', async () => {
  const { member, links } = await pendingChange();
  await change.confirm(links.old);
  expect((await change.ask(member, 'newer@example.test')).status).toBe(200);
  const newer = await change.links(member.email, 'newer@example.test');
  expect([(await change.confirm(links.fresh)).body.code, (await change.disown(links.cancel)).status]).toEqual([
    'change_over',
    410,
  ]);
  expect((await change.confirm(newer.fresh)).body.status).toBe('waiting');
  expect(await change.emailOf(member.id)).toEqual([member.email, true]);
  expect((await change.confirm(newer.old)).body.status).toBe('changed');
});

test('[VA-07] the mails are sent again after five minutes, only to the unconfirmed side, and do not extend the day', async () => {
  const { member, to, links } = await pendingChange();
  expect([(await change.resend()).status, (await change.resend(await market.signUp())).status]).toEqual([401, 404]);
  const refused = await change.resend(member);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Wait 5 minutes before you request another confirmation email.',
  ]);
  await change.confirm(links.old);
  await market.advance(5 * minuteMs);
  const answers = await Promise.all(Array.from({ length: 6 }, () => change.resend(member)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(429)]);
  expect((await mailsTo(market, to)).map((mail) => mail.subject)).toEqual(
    Array(2).fill('Confirm your new email address'),
  );
  expect(
    (await mailsTo(market, member.email)).filter((mail) => /Confirm your email change/.test(mail.subject)),
  ).toHaveLength(1);
  const second = await newestToken(market, to, confirmPage);
  expect(second).not.toBe(links.fresh);
  await market.advance(24 * hourMs - 5 * minuteMs);
  expect((await change.confirm(second)).status).toBe(410);
});

test('only the member cancels a change; it leaves no trace, and the links are over', async () => {
  const { member, links } = await pendingChange();
  expect([(await change.cancel()).status, (await change.cancel(await market.signUp())).status]).toEqual([401, 404]);
  expect((await change.cancel(member)).status).toBe(200);
  expect((await change.cancel(member)).status).toBe(404);
  expect([(await change.confirm(links.old)).status, (await change.confirm(links.fresh)).status]).toEqual([410, 410]);
  expect([await statusOf(member), await change.emailOf(member.id)]).toEqual([200, [member.email, true]]);
});

test('the owner of the present mailbox disowns it: cancelled, and every session ends', async () => {
  const { member, links } = await pendingChange();
  await change.confirm(links.fresh);
  expect((await change.disown(links.cancel)).status).toBe(200);
  expect(await statusOf(member)).toBe(401);
  expect([(await change.confirm(links.old)).status, (await change.disown(links.cancel)).status]).toEqual([410, 410]);
  expect(await change.emailOf(member.id)).toEqual([member.email, true]);
});

test('a reset of the password and the deletion of the account void the pending change', async () => {
  const { member, to, links } = await pendingChange();
  await change.confirm(links.fresh);
  await market.request('POST', '/api/auth/request-password-reset', { body: { email: member.email } });
  const token = await newestToken(market, member.email, '/auth/reset-password');
  expect(
    (
      await market.request('POST', '/api/auth/reset-password', {
        body: { token, newPassword: 'another-horse-battery' },
      })
    ).status,
  ).toBe(200);
  expect((await change.confirm(links.old)).status).toBe(410);
  expect(await change.emailOf(member.id)).toEqual([member.email, true]);

  const second = await pendingChange();
  expect(
    (
      await market.request('POST', '/api/users/delete-account', {
        as: second.member,
        body: { password: second.member.password },
      })
    ).status,
  ).toBe(200);
  expect((await change.confirm(second.links.old)).status).toBe(404);
  const { rows } = await market.platform.pool.query('select 1 from email_change where new_email = any ($1)', [
    [to, second.to],
  ]);
  expect(rows).toEqual([]);
});

test('an address that was never confirmed, perhaps mistyped, is only notified: the new mailbox alone makes the change', async () => {
  const member = await market.signUp();
  const { status, body } = await change.ask(member, 'spelt.right@example.test');
  expect([status, body.pending.oldAsked]).toEqual([200, false]);
  const [notified] = await mailsTo(market, member.email);
  expect([notified?.subject, notified?.links]).toEqual(['Your account email is changing to s•••@e•••.test', []]);
  // The email has no link that could lock the owner out.
  expect(await change.links(member.email, 'none@example.test')).toEqual({ old: '', fresh: '', cancel: '' });
  const token = await newestToken(market, 'spelt.right@example.test', confirmPage);
  const made = await change.confirm(token);
  expect([made.status, made.body]).toEqual([200, { status: 'changed', waitingFor: null }]);
  expect(await change.emailOf(member.id)).toEqual(['spelt.right@example.test', true]);
  expect((await mailsTo(market, member.email))[0]?.text).toContain(
    'Your account now uses s•••@e•••.test. The change was confirmed at that address.',
  );
  expect((await change.confirm(token)).status).toBe(410);
  expect(await statusOf(member)).toBe(200);
});

test('an address that is confirmed while a change is pending must confirm it from then on', async () => {
  const member = await market.signUp();
  await change.ask(member, 'second.thought@example.test');
  const verify = await newestToken(market, member.email, '/auth/verify-email');
  expect((await market.request('POST', '/api/auth/verify-email', { as: member, body: { token: verify } })).status).toBe(
    200,
  );
  expect((await change.pending(member)).oldAsked).toBe(true);
  const links = await change.links(member.email, 'second.thought@example.test');
  expect((await change.confirm(links.fresh)).body).toEqual({ status: 'waiting', waitingFor: 't•••@e•••.test' });
  expect(await change.emailOf(member.id)).toEqual([member.email, true]);
  expect((await change.confirm(links.old)).body.status).toBe('changed');
});

test('resending does not flood a stranger’s mailbox: three an hour, including the first mails of changes', async () => {
  const member = await market.signUp();
  await change.ask(member, 'not.mine@example.test');
  const answers: number[] = [];
  for (let n = 0; n < 5; n++) {
    await market.advance(5 * minuteMs);
    answers.push((await change.resend(member)).status);
  }
  expect(answers).toEqual([200, 200, 429, 429, 429]);
  expect(await mailsTo(market, 'not.mine@example.test')).toHaveLength(3);
  // The present address was notified once.
  expect(
    (await mailsTo(market, member.email)).filter(({ subject }) => subject.startsWith('Your account email is changing')),
  ).toHaveLength(1);
});

test('the sweep deletes expired changes', async () => {
  const { member } = await pendingChange();
  await market.advance(24 * hourMs);
  await write(market.platform, async (tx) => tx.enqueue(sweepJob, {}));
  await market.runJobs();
  const { rows } = await market.platform.pool.query('select 1 from email_change where user_id = $1', [member.id]);
  expect(rows).toEqual([]);
});

test('a member of Google changes the address too: Google still signs in to the account', async () => {
  const person = traveller(market);
  await person.travel({ email: 'google.mover@example.test' });
  const own = (await market.request('GET', '/api/profile', { as: { cookie: person.cookie() } as TestMember })).body;
  const member = { id: own.id, email: own.email, username: own.username, password: '', cookie: person.cookie() };
  await change.ask(member, 'google.moved@example.test');
  const links = await change.links(member.email, 'google.moved@example.test');
  await change.confirm(links.old);
  await change.confirm(links.fresh);
  const back = traveller(market);
  await back.travel({ email: 'google.mover@example.test' });
  const again = (await market.request('GET', '/api/profile', { as: { cookie: back.cookie() } as TestMember })).body;
  expect([again.id, again.email]).toEqual([member.id, 'google.moved@example.test']);
});
