import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCardId } from '#features/catalogue/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
let ann: TestMember;
const card = testCardId('base1-2');
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  await importTestCards(market.platform);
  admin = await market.signUp('Keeper_1');
  ann = await market.signUp('Ann_Reports');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const report = (as: TestMember | undefined, body: object, id = card) =>
  market.request('POST', `/api/catalogue/cards/${id}/reports`, { body, ...(as && { as }) });
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
const page = async (path: string, as: TestMember) =>
  (await market.request<string>('GET', path, { headers: { cookie: as.cookie } })).body;
const newsOf = async (as: TestMember) =>
  (await market.request('GET', '/api/notifications', { as })).body.items
    .filter(({ kind }: { kind: string }) => kind === 'card-reports')
    .map(({ title }: { title: string }) => title);

test('a report names a detail and what is right, once at a time; bad input says which field', async () => {
  expect((await report(undefined, { field: 'name', note: 'Blastoise' })).status).toBe(401);
  expect((await report(ann, { field: 'name', note: 'x' }, 'nocard')).status).toBe(404);
  const { status, body } = await report(ann, { field: 'colour', note: ' ' });
  expect([status, body.errors]).toEqual([
    422,
    { field: 'Select what is wrong.', note: 'Enter the correct data and where you found it.' },
  ]);
  expect((await report(ann, { field: 'number', note: 'It is 2/102. See the scan.' })).status).toBe(201);
  const again = await report(ann, { field: 'number', note: 'Still wrong' });
  expect([again.status, again.body.code]).toEqual([409, 'card_report_open']);
  expect((await report(ann, { field: 'rarity', note: 'Rare Holo' })).status).toBe(201);
});

test('the form of the card’s page sends a report', async () => {
  expect(await page(`/cards/${card}`, ann)).toContain(`href="/card-reports/${card}"`);
  const ben = await market.signUp('Ben_Reports');
  expect((await post(`/card-reports/${card}`, ben, { field: '', note: '' })).body).toContain('Select what is wrong.');
  const sent = await post(`/card-reports/${card}`, ben, { field: 'set', note: 'Base Set 2' });
  expect(sent.body).toContain('We’ll check the card and notify you.');
});

test('admins find the reports in their queue, a correction closes them, and each sender is notified once', async () => {
  expect((await market.request('GET', '/admin/card-reports', { headers: { cookie: ann.cookie } })).status).toBe(403);
  const queue = await page('/admin/card-reports', admin);
  expect(queue).toContain('It is 2/102. See the scan.');
  expect(queue).toContain('Ann_Reports');
  const fields = { name: 'Blastoise', number: '2/102', rarity: 'Rare', setCode: 'base1', reason: 'Reported' };
  expect((await post(`/admin/cards/${card}`, admin, fields)).body).toContain('Card corrected.');
  expect(await page('/admin/card-reports', admin)).toContain('No reports');
  expect(await newsOf(ann)).toEqual(['Card corrected: Blastoise']);
});

test('reports can be closed without a change', async () => {
  await report(ann, { field: 'name', note: 'Turtok' });
  const closed = await post(`/admin/cards/${card}`, admin, { act: 'close-reports' });
  expect(closed.body).toContain('Reports closed. Their senders are notified.');
  expect(await newsOf(ann)).toEqual(['Card not changed: Blastoise', 'Card corrected: Blastoise']);
  const { rows } = await market.platform.pool.query(
    "select data->>'outcome' as outcome from audit_log where act = 'card-reports.closed' order by at, id",
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['corrected', 'unchanged']);
});
