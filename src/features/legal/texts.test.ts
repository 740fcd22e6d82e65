import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let admin: TestMember;
let member: TestMember;
const lines: string[] = [];
beforeAll(async () => {
  market = await startTestMarket({ pages: true, onLog: (line) => lines.push(line) });
  [admin, member] = [await market.signUp('Text_writer'), await market.signUp('Text_reader')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const call = (method: string, path: string, as?: TestMember, body?: unknown) =>
  market.request(method, path, { ...(as ? { as } : {}), ...(body ? { body } : {}) });
const page = async (path: string) => (await market.request<string>('GET', path)).body;
const form = (fields: Record<string, string>) =>
  market.request<string>('POST', '/admin/market', {
    as: admin,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const rows = async (text: string) => (await market.platform.pool.query(text)).rows;

test('an admin writes imprint, contact, return address, rules and privacy; previewed before they are stored, shown at once, without HTML', async () => {
  expect(await page('/imprint')).toContain('hasn’t written an imprint yet');
  const write = (name: string, body: unknown, as: TestMember | undefined = admin) =>
    call('PUT', `/api/admin/market/texts/${name}`, as, body);
  expect([
    (await call('PUT', '/api/admin/market/texts/imprint', undefined, { text: 'x' })).status,
    (await write('imprint', { text: 'x' }, member)).status,
  ]).toEqual([401, 403]);
  expect((await write('nothing', { text: 'x' })).status).toBe(422);
  expect((await write('imprint', { text: 'x'.repeat(10_001) })).status).toBe(422);
  expect((await write('imprint', { text: 'a\u0000b' })).status).toBe(422);
  const preview = await form({ about: 'imprint', act: 'preview', text: '**Cards BV**', version: '0' });
  expect([
    preview.body.includes('<strong>Cards BV</strong>'),
    preview.body.includes('This preview isn’t saved yet.'),
  ]).toEqual([true, true]);
  expect(await page('/imprint')).not.toContain('Cards BV');
  const saved = await form({
    about: 'imprint',
    act: 'write',
    text: '**Cards BV**\n\n<script>alert(1)</script>',
    version: '0',
  });
  expect(saved.body).toContain('Text saved');
  const imprint = await page('/imprint');
  expect([imprint.includes('<strong>Cards BV</strong>'), imprint.includes('<script>alert(1)')]).toEqual([true, false]);
  // Another admin's change is not overwritten.
  expect((await write('imprint', { text: 'Older.', version: 0 })).body.code).toBe('text_changed');
  expect((await write('rules', { text: 'No proxies.' })).status).toBe(200);
  expect((await write('privacy', { text: 'Our provider is in Ghent.' })).status).toBe(200);
  const rules = await page('/rules');
  expect([
    rules.includes('No proxies.'),
    rules.includes('Sell only authentic cards that are in your possession.'),
  ]).toEqual([true, true]);
  expect(await page('/privacy-policy')).toContain('Our provider is in Ghent.');
  expect(await page('/')).toContain('href="/imprint"');
  expect(
    (await call('GET', '/api/market/texts')).body.items.map(({ name, text }: { name: string; text: string }) => [
      name,
      text !== '',
    ]),
  ).toEqual([
    ['imprint', true],
    ['contact', false],
    ['returns', false],
    ['rules', true],
    ['privacy', true],
  ]);
  expect((await write('rules', { text: '' })).status).toBe(200);
  expect(await page('/rules')).not.toContain('No proxies.');
  expect(await rows("select subject from audit_log where act = 'market-text.written' order by line")).toEqual(
    ['imprint', 'rules', 'privacy', 'rules'].map((subject) => ({ subject })),
  );
  // A text has a name and no id: the security log says which act it was and leaves nothing out with a complaint.
  expect(lines.filter((line) => line.includes('"act":"market-text.written"'))).toHaveLength(4);
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  expect((await market.request('GET', '/admin/market', { as: member })).status).toBe(403);
});
