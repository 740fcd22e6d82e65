import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let adminMember: TestMember;
let colleague: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [adminMember, colleague] = [await market.signUp('Keeper_1'), await market.signUp('Keeper_2')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = any($1)", [
    [adminMember.id, colleague.id],
  ]);
}, 120_000);
afterAll(() => market?.close());

let n = 0;
const join = () => market.signUp(`reporter_${++n}`);
const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const call = (method: string, path: string, as: TestMember, body?: unknown) =>
  market.request(method, path, { as, ...(body ? { body } : {}) });
const admin = (method: string, path: string, body?: unknown, as: TestMember = adminMember) =>
  call(method, `/api/admin/reports${path}`, as, body);
const report = (as: TestMember, kind: string, id: string) =>
  call('POST', '/api/reports', as, { subject: { kind, id }, reason: 'Fraud or a fake card' });
const idsOf = async (show: string, as = adminMember) =>
  (await admin('GET', `?show=${show}&limit=100`, undefined, as)).body.items.map((one: { id: string }) => one.id);
const mailsTo = async ({ email }: TestMember) =>
  (await rows('select subject, body_text from sandbox_mail where recipient = $1 order by sent_at', [email])).filter(
    ({ subject }) => /^Report (about|reviewed)/.test(subject),
  );
const updatesOf = async (as: TestMember) =>
  (await call('GET', '/api/notifications', as)).body.items
    .filter(({ kind }: { kind: string }) => kind === 'reports')
    .map(({ title, body }: { title: string; body: string }) => [title, body]);

async function talk(from: TestMember, to: TestMember, text = 'Pay me by bank transfer.') {
  const opened = await call('POST', '/api/threads', from, { recipientId: to.id, text });
  return { threadId: opened.body.id as string, messageId: opened.body.message.id as string };
}
async function withPhoto(from: TestMember, threadId: string) {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(await crafted.photo(90, 126))], { type: 'image/jpeg' }), 'card.jpg');
  const sent = await market.request('POST', `/api/threads/${threadId}/photos`, { as: from, body: form });
  await call('POST', `/api/threads/${threadId}/messages`, from, { photos: sent.body.ids });
  return sent.body.photos[0] as { id: string; url: string };
}
const statusOf = async (url: string, as: TestMember) => {
  const answer = await fetch(market.url + url, { headers: { cookie: as.cookie } });
  await answer.arrayBuffer();
  return answer.status;
};

test('[RO-05] a report waits for admins: of a member, a conversation, a message, a listing, and of nothing that the reporter may not see', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { threadId, messageId } = await talk(ana, bob);
  const listingId = await putUpForSale(market, ana);
  const subjects = { member: ana.id, thread: threadId, message: messageId, listing: listingId };
  for (const [kind, id] of Object.entries(subjects)) {
    const filed = await report(bob, kind, id);
    expect([kind, filed.status]).toEqual([kind, 201]);
    expect((await admin('GET', `/${filed.body.id}`)).body).toMatchObject({
      state: 'open',
      subject: {
        kind,
        id: kind === 'member' ? null : id,
        title: kind === 'listing' ? expect.stringContaining('Charizard') : null,
      },
      reporterId: bob.id,
      reportedName: ana.username,
      messageCount: 1,
      may: ['claim'],
    });
    expect(await idsOf('open')).toContain(filed.body.id);
  }
  // Messages of others, an own one, a missing one, and a kind that cannot be reported.
  for (const [as, kind, id, status] of [
    [eve, 'thread', threadId, 404],
    [eve, 'message', messageId, 404],
    [ana, 'message', messageId, 403],
    [ana, 'listing', listingId, 403],
    [ana, 'member', ana.id, 403],
    [bob, 'listing', 'nothing', 404],
    [bob, 'order', listingId, 404],
    [bob, 'member', '\u0000', 404],
    [bob, 'photo', listingId, 422],
  ] as const)
    expect([kind, (await report(as, kind, id)).status]).toEqual([kind, status]);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/x/claim'],
    ['DELETE', '/x/claim'],
    ['POST', '/x/answer'],
  ] as const)
    expect((await admin(method, path, method === 'POST' ? {} : undefined, bob)).status).toBe(403);
});

test('[RO-05] one admin takes it, alone reads the copied messages and answers; both sides are notified, and every act is in the audit log', async () => {
  const [ana, bob] = [await join(), await join()];
  const { threadId } = await talk(ana, bob);
  const filed = (await report(bob, 'thread', threadId)).body.id;
  await call('POST', `/api/threads/${threadId}/messages`, ana, { text: 'Said after the report.' });

  expect((await admin('GET', `/${filed}`)).body.messages).toBeNull();
  expect(await admin('POST', `/${filed}/answer`, { decision: 'dismissed', toReporter: 'No.' })).toMatchObject({
    status: 409,
    body: { code: 'report_not_taken', message: 'Assign this report to yourself before you review it.' },
  });
  const claims = await Promise.all(
    [adminMember, colleague, adminMember, colleague].map((as) => admin('POST', `/${filed}/claim`, undefined, as)),
  );
  const [mine] = [adminMember, colleague].filter((_, at) => claims[at]?.status === 200);
  const other = mine === adminMember ? colleague : adminMember;
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const read = (await admin('GET', `/${filed}`, undefined, mine)).body;
  expect(read.messages.map(({ text }: { text: string }) => text)).toEqual(['Pay me by bank transfer.']);
  expect((await admin('GET', `/${filed}`, undefined, other)).body).toMatchObject({ messages: null, may: [] });
  expect([
    await idsOf('mine', mine),
    await idsOf('claimed', other),
    (await idsOf('open', mine)).includes(filed),
  ]).toEqual([[filed], [filed], false]);

  // Released, and then abandoned for a day: another admin takes it.
  expect((await admin('DELETE', `/${filed}/claim`, undefined, other)).status).toBe(409);
  expect((await admin('DELETE', `/${filed}/claim`, undefined, mine)).body).toMatchObject({
    state: 'open',
    messages: null,
  });
  expect((await admin('POST', `/${filed}/claim`, undefined, mine)).status).toBe(200);
  expect((await admin('POST', `/${filed}/claim`, undefined, other)).status).toBe(409);
  await market.advance(24 * hourMs);
  expect((await admin('POST', `/${filed}/claim`, undefined, other)).status).toBe(200);

  const answer = {
    decision: 'upheld',
    toReporter: 'You were right, thank you.',
    toReported: 'Payments go by orders only. Next time your account is closed.',
  };
  const { toReported: _none, ...without } = answer;
  expect((await admin('POST', `/${filed}/answer`, without, other)).body.errors).toEqual({
    toReported: 'Enter a message to the reported member.',
  });
  const answers = await Promise.all([other, other, mine].map((as) => admin('POST', `/${filed}/answer`, answer, as)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await market.runJobs();
  expect(await updatesOf(bob)).toEqual([[`Report reviewed: ${ana.username}`, answer.toReporter]]);
  expect(await updatesOf(ana)).toEqual([['Report about you: violation', answer.toReported]]);
  const [[toBob, ...more], [toAna]] = [await mailsTo(bob), await mailsTo(ana)];
  expect([toBob.subject, more]).toEqual([`Report reviewed: ${ana.username}`, []]);
  expect(toBob.body_text).toContain(answer.toReporter);
  expect(toAna.body_text).toContain(answer.toReported);
  // The reporter is not disclosed.
  expect(toAna.body_text + JSON.stringify(await updatesOf(ana))).not.toContain(bob.username);
  const acts = await rows('select by, act, data from audit_log where subject = $1 order by line', [filed]);
  expect(acts.map(({ by, act }) => [by, act])).toEqual([
    [mine?.id, 'report.claimed'],
    [mine?.id, 'report.returned'],
    [mine?.id, 'report.claimed'],
    [other.id, 'report.claimed'],
    [other.id, 'report.answered'],
  ]);
  expect(acts.at(-1)?.data).toEqual({ decision: 'upheld', reason: answer.toReporter, reportedId: ana.id });
});

test('[RO-05] an admin cannot decide their own report, or one about themselves', async () => {
  const ana = await join();
  const { threadId } = await talk(colleague, ana);
  const filed = (await report(ana, 'thread', threadId)).body.id;
  expect((await idsOf('open', colleague)).includes(filed)).toBe(false);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/claim', undefined],
    ['POST', '/answer', { decision: 'dismissed', toReporter: 'No.' }],
  ] as const)
    expect(await admin(method, `/${filed}${path}`, body, colleague)).toMatchObject({
      status: 403,
      body: { code: 'not_allowed' },
    });
  expect((await admin('GET', `/${filed}`)).status).toBe(200);
});

const sweep = async () => {
  const { sweepReports } = await import('./report-evidence.server.ts');
  await sweepReports(market.platform);
  await market.runJobs();
};

test('[RO-05] the pages without JavaScript: a member reports and blocks in one form, an admin takes and answers it, and the member reads the answer', async () => {
  const [ana, bob] = [await join(), await join()];
  const { threadId } = await talk(ana, bob, 'Meet me at the <b>station</b>.');
  const page = (path: string, as: TestMember) => market.request<string>('GET', path, { as });
  const form = (path: string, as: TestMember, fields: Record<string, string>) =>
    market.request<string>('POST', path, {
      as,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const at = `/report/thread/${threadId}`;
  expect((await page(at, bob)).body).toContain(`with ${ana.username}`);
  expect([(await page(at, adminMember)).status, (await page('/report/planet/x', bob)).status]).toEqual([404, 422]);
  expect((await market.request('GET', at)).headers.get('location')).toBe(
    `/auth/sign-in?next=${encodeURIComponent(at)}`,
  );
  const eve = await join();
  const only = await form(`/report/member/${eve.id}`, bob, { intent: 'block' });
  expect([only.status, only.headers.get('location')]).toEqual([302, '/settings/blocks']);
  await call('DELETE', `/api/members/${eve.id}/block`, bob);
  const empty = await form(at, bob, { text: 'Hm.' });
  expect([empty.status, /<a href="#[^"]*reason">Select a reason\.<\/a>/.test(empty.body)]).toEqual([422, true]);
  const sent = await form(at, bob, { reason: 'Insults or threats', text: 'See for yourself.', block: 'on' });
  expect([sent.status, sent.body.includes(`You’ve blocked ${ana.username}.`)]).toEqual([200, true]);
  expect((await call('GET', '/api/blocks', bob)).body.items).toMatchObject([
    { memberId: ana.id, reason: 'Insults or threats' },
  ]);

  const [{ id }] = await rows('select id from member_report where reporter_id = $1', [bob.id]);
  expect((await page('/admin/reports', adminMember)).body).toContain(`/admin/reports/${id}`);
  const before = await page(`/admin/reports/${id}`, adminMember);
  expect([before.body.includes('See for yourself.'), before.body.includes('station')]).toEqual([true, false]);
  expect((await page(`/admin/reports/${id}`, bob)).status).toBe(403);
  const taken = await form(`/admin/reports/${id}`, adminMember, { act: 'claim' });
  expect(taken.body).toContain('Meet me at the &lt;b&gt;station&lt;/b&gt;.');
  const half = await form(`/admin/reports/${id}`, adminMember, {
    act: 'answer',
    decision: 'upheld',
    toReporter: 'Thank you for telling us.',
  });
  expect([half.status, half.body.includes('Enter a message to the reported member.')]).toEqual([422, true]);
  const done = await form(`/admin/reports/${id}`, adminMember, {
    act: 'answer',
    decision: 'dismissed',
    toReporter: 'No rule says so.',
  });
  expect(done.body).toContain('Report closed. The reporter was notified.');
  await market.runJobs();
  expect((await page('/settings/blocks', bob)).body).toContain('No rule says so.');
  // An empty statement sends nothing.
  expect([
    await updatesOf(ana),
    await mailsTo(ana),
    (await page('/settings/blocks', ana)).body.includes('No rule says so.'),
  ]).toEqual([[], [], false]);
});

const migration = readFileSync(
  joinPath(import.meta.dirname, '../../../../migrations/1220-code-reasons-of-reports.sql'),
  'utf8',
);

test('a reason is stored as a code and shown as its label; labels of older rows become codes, own words stay', async () => {
  const [ana, bob] = [await join(), await join()];
  const stored = async (table: string, id: string) =>
    (await rows(`select reason from ${table} where ${table === 'member_block' ? 'blocked_id' : 'id'} = $1`, [id]))[0]
      .reason;
  const shown = async (id: string) => {
    const { reason, reasonCode } = (await admin('GET', `/${id}`)).body;
    return [reason, reasonCode];
  };
  const filed = async (reason: string) =>
    (await call('POST', '/api/reports', bob, { subject: { kind: 'member', id: ana.id }, reason })).body.id as string;
  const [byCode, byLabel, own] = [
    await filed('off_platform_payment'),
    await filed('Payment beside the market'),
    await filed('He shouts.'),
  ];
  await call('POST', `/api/members/${ana.id}/block`, bob, { reason: 'Spam or advertising' });
  expect(await Promise.all([byCode, byLabel, own].map((id) => stored('member_report', id)))).toEqual([
    'off_platform_payment',
    'off_platform_payment',
    'He shouts.',
  ]);
  expect(await stored('member_block', ana.id)).toBe('spam');
  const label = ['Payment outside an order', 'off_platform_payment'];
  expect([await shown(byCode), await shown(byLabel), await shown(own)]).toEqual([label, label, ['He shouts.', null]]);

  // As a version that stored labels wrote them.
  await rows('update member_report set reason = $2 where id = $1', [byCode, 'Payment beside the market']);
  await rows("update member_block set reason = 'Spam or advertising' where blocked_id = $1", [ana.id]);
  expect(await shown(byCode)).toEqual(label);
  await rows(migration);
  expect(await Promise.all([byCode, own].map((id) => stored('member_report', id)))).toEqual([
    'off_platform_payment',
    'He shouts.',
  ]);
  expect(await stored('member_block', ana.id)).toBe('spam');
  expect((await call('GET', '/api/blocks', bob)).body.items).toMatchObject([{ reason: 'Spam or advertising' }]);
});

test('[EN-07] the last 50 messages are copied; for an older message, it and the messages around it', async () => {
  const [eve, kim] = [await join(), await join()];
  const long = await talk(eve, kim, 'Message 0');
  for (let i = 1; i <= 54; i++) {
    if (i % 19 === 0) await market.advance(61_000);
    await call('POST', `/api/threads/${long.threadId}/messages`, eve, { text: `Message ${i}` });
  }
  const textsOf = async (kind: string, id: string): Promise<string[]> => {
    const { body } = await report(kim, kind, id);
    await admin('POST', `/${body.id}/claim`);
    return (await admin('GET', `/${body.id}`)).body.messages.map(({ text }: { text: string }) => text);
  };
  const last = await textsOf('thread', long.threadId);
  expect([last.length, last[0], last.at(-1)]).toEqual([50, 'Message 54', 'Message 5']);
  // An older message: it, those before it, and a few after it.
  const around = await textsOf('message', long.messageId);
  expect([around.length, around[0], around.at(-1)]).toEqual([11, 'Message 10', 'Message 0']);
});

test('[EN-07] the reported member reads neither what the reporter wrote nor in which order or conversation, by mail or on their page', async () => {
  const [ana, bob] = [await join(), await join()];
  const { threadId } = await talk(ana, bob);
  const own = 'Pay me at https://evil.example/pay or else';
  const filed = (await call('POST', '/api/reports', bob, { subject: { kind: 'thread', id: threadId }, reason: own }))
    .body.id;
  await admin('POST', `/${filed}/claim`);
  expect((await admin('GET', `/${filed}`)).body.reason).toBe(own);
  await admin('POST', `/${filed}/answer`, {
    decision: 'dismissed',
    toReporter: 'Nothing found.',
    toReported: 'All is well.',
  });
  await market.runJobs();
  const [mail] = await mailsTo(ana);
  expect(mail.body_text).toContain('A member reported you. Reason: Something else.');
  const { body: settings } = await call('GET', '/settings/blocks', ana);
  for (const text of [mail.body_text, settings])
    expect([text.includes('evil.example'), /conversation with/i.test(text)]).toEqual([false, false]);
  expect((await mailsTo(bob))[0].body_text).toContain(own);
});

test('[EN-07] a photo of a conversation is visible to the two, and to the admin who took a report of it; no other admin sees it', async () => {
  const [ana, bob, second] = [await join(), await join(), await join()];
  await rows("update auth_user set role = 'admin' where id = $1 returning id", [second.id]);
  const { threadId } = await talk(ana, bob);
  const { url } = await withPhoto(ana, threadId);
  const statuses = () => Promise.all([ana, bob, adminMember, second].map((as) => statusOf(url, as)));
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  const filed = (await report(bob, 'thread', threadId)).body.id;
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  await admin('POST', `/${filed}/claim`);
  expect(await statuses()).toEqual([200, 200, 200, 404]);
});

test('[EN-07] photos of copied messages stay visible to admins after a member leaves, until half a year after the answer', async () => {
  const [ana, bob] = [await join(), await join()];
  const { threadId } = await talk(ana, bob);
  const photo = await withPhoto(ana, threadId);
  const spare = await withPhoto(ana, (await talk(ana, adminMember)).threadId);
  const filed = (await report(bob, 'thread', threadId)).body.id;
  await admin('POST', `/${filed}/claim`);
  expect((await call('POST', '/api/users/delete-account', ana, { password: ana.password })).status).toBe(200);
  const stored = async (photoId: string) => (await market.platform.storage.get(`photos/${photoId}/160.webp`)) !== null;
  await market.runJobs();
  // While the deletion can be undone the files remain, and are shown to no more people than afterwards.
  const areShown = async () => [
    await statusOf(photo.url, adminMember),
    await statusOf(photo.url, bob),
    await statusOf(spare.url, adminMember),
  ];
  expect([await stored(photo.id), await stored(spare.id)]).toEqual([true, true]);
  expect(await areShown()).toEqual([200, 404, 404]);
  await market.advance(15 * dayMs);
  expect([await stored(photo.id), await stored(spare.id)]).toEqual([true, false]);
  expect(await areShown()).toEqual([200, 404, 404]);
  const shown = (await admin('GET', `/${filed}`)).body;
  expect(shown.messages.map(({ photos }: { photos: { id: string }[] }) => photos.map(({ id }) => id))).toEqual([
    [photo.id],
    [],
  ]);
  expect(shown.reportedName).toBe('Deleted member');

  expect(
    (await admin('POST', `/${filed}/answer`, { decision: 'dismissed', toReporter: 'They have left.' })).status,
  ).toBe(200);
  await market.advance(179 * dayMs);
  await sweep();
  expect(await stored(photo.id)).toBe(true);
  await market.advance(2 * dayMs);
  await sweep();
  expect(await stored(photo.id)).toBe(false);
  const left = await rows('select messages, to_reporter from member_report where id = $1', [filed]);
  expect(left).toEqual([{ messages: [], to_reporter: 'They have left.' }]);
});
