import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let [seller, other] = [] as unknown as [TestMember, TestMember];
beforeAll(async () => {
  expect(existsSync(join(buildFolder, 'server/index.js')), 'run `npm run build` first').toBe(true);
  market = await startTestMarket({ pages: true });
  [seller, other] = await Promise.all([market.signUp(), market.signUp()]);
  await insert('po_back', 'failed', '2026-11-03');
  await insert('po_here', 'paid', '2026-11-05');
}, 60_000);
afterAll(() => market?.close());

const insert = (id: string, status: string, day: string) =>
  market.platform.pool.query(
    `insert into bank_payout (id, seller_id, account_id, amount, currency, status, arrives_at, failure, created_at, updated_at)
     values ($1, $2, 'acct', 3000, 'EUR', $3, $4::date + 2, case when $3 = 'failed' then 'account_closed' end, $4, $4)`,
    [id, seller.id, status, day],
  );
async function page(path: string, as: TestMember) {
  const { status, body } = await market.request<string>('GET', `/dashboard/payouts${path}`, { as });
  // React marks where one text ends and the next begins.
  return { status, body: body.replaceAll('<!-- -->', '') };
}

test('the payouts to the bank are listed with amount, day and state, and what to do about one that came back', async () => {
  for (const path of ['/bank', '']) {
    const { body } = await page(path, seller);
    for (const part of ['Payout of 5 Nov 2026', 'Paid out on 7 Nov 2026.', '€30.00', 'Your bank account is closed.'])
      expect(body, path).toContain(part);
  }
  expect((await page('/bank', other)).body).toContain('No payouts yet');
  expect((await page('', other)).body).not.toContain('Payouts to your bank');
});

test('the orders of one payout are shown; another’s and an unknown one are not found', async () => {
  expect((await page('?bankPayout=po_here', seller)).body).toContain('Orders of the payout of 5 Nov 2026');
  for (const id of ['po_none', '%00', "'"]) expect((await page(`?bankPayout=${id}`, seller)).status, id).toBe(404);
  expect((await page('?bankPayout=po_here', other)).status).toBe(404);
});
