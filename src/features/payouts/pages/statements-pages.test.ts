import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { makeAdmin } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { monthName, monthOf } from '../statements/month.ts';
import { sellPaid } from '../statements/statements.testing.ts';

let market: TestMarket;
let [seller, buyer, admin] = [] as unknown as [TestMember, TestMember, TestMember];
beforeAll(async () => {
  expect(existsSync(join(buildFolder, 'server/index.js')), 'run `npm run build` first').toBe(true);
  market = await startTestMarket({ pages: true });
  [seller, buyer, admin] = await Promise.all([
    market.signUp('mara_sells'),
    market.signUp('ben_buys'),
    market.signUp('operator_here'),
  ]);
  await makeAdmin(market, admin);
});
afterAll(() => market?.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const page = async (as: TestMember) =>
  (await market.request<string>('GET', '/dashboard/payouts/statements', { as })).body;
const changeTax = (fields: Record<string, string>) =>
  market.request<string>('POST', '/admin/market', {
    as: admin,
    body: new URLSearchParams({ about: 'tax', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('the page lists the months with their files; before the first sale it says so', async () => {
  expect(await page(seller)).toContain('No statements yet');
  await sellPaid(market, { seller, buyer, price: 1_000 });
  const month = monthOf(market.clock.now());
  const text = await page(seller);
  for (const part of [monthName(month), 'Closing balance', '$12.00', `/api/payouts/statements/${month}/statement.csv`])
    expect(text).toContain(part);
  expect(text).not.toContain('Invoices and credit notes');
});

test('an admin changes the tax on invoices; a wrong rate is refused and stays in the form', async () => {
  const saved = await changeTax({ taxPercent: '19', taxName: 'VAT', taxNote: '' });
  expect(saved.body).toContain('Tax changed.');
  expect(await rows('select basis_points, name, note, by from tax_rule')).toEqual([
    { basis_points: 1_900, name: 'VAT', note: null, by: admin.id },
  ]);
  expect(await rows("select by from audit_log where act = 'tax.changed'")).toEqual([{ by: admin.id }]);
  for (const taxPercent of ['', 'much', '51', '1.999']) {
    const wrong = await changeTax({ taxPercent, taxName: 'VAT', taxNote: '' });
    expect([wrong.status, wrong.body.includes('Enter a percentage from 0 to 50')]).toEqual([422, true]);
  }
  const unnamed = await changeTax({ taxPercent: '19', taxName: ' ', taxNote: 'Kept' });
  expect([unnamed.status, unnamed.body.includes('Enter the name of the tax.'), unnamed.body.includes('Kept')]).toEqual([
    422,
    true,
    true,
  ]);
  await market.advance(11 * minuteMs);
  const late = await changeTax({ taxPercent: '7', taxName: 'VAT', taxNote: '' });
  expect([late.status, late.headers.get('location')]).toEqual([
    302,
    '/settings/security/confirm?next=%2Fadmin%2Fmarket',
  ]);
});

test('the tax on invoices is changed only after a new identity check', async () => {
  const before = await rows('select count(*)::int as n from tax_rule');
  market.clock.advance(11 * minuteMs);
  const { status, headers } = await changeTax({ taxPercent: '7', taxName: 'VAT', taxNote: '' });
  expect([status, headers.get('location')]).toEqual([302, '/settings/security/confirm?next=%2Fadmin%2Fmarket']);
  expect(await rows('select count(*)::int as n from tax_rule')).toEqual(before);
});
