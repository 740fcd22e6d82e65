import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumInvoices } from '#features/payouts/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let [admin, member] = [] as unknown as [TestMember, TestMember];
const ids: string[] = [];
beforeAll(async () => {
  market = await startTestMarket();
  [admin, member] = await Promise.all([market.signUp('operator_here'), market.signUp('mara_sells')]);
  await rows("update auth_user set role = 'admin' where id = $1", [admin.id]);
  for (let n = 1; n <= 5; n++) await issue(n);
  await issue(6, ids[1]);
  await rows("update invoice_series set next = 7 where name = 'fees'");
}, 60_000);
afterAll(() => market?.close());

const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;

/** An invoice of 1.00 and 0.19 tax, of which odd numbers are of May and even ones of June; or a credit note. */
async function issue(n: number, corrects: string | null = null): Promise<void> {
  ids.push(newId());
  await rows(
    `insert into invoice (id, number, kind, corrects, seller_id, month, currency, net, tax, tax_basis_points, tax_name, lines, issuer, recipient, issued_at)
     values ($1, $2, $3, $4, $5, $6, 'EUR', 100, 19, 1900, 'VAT', '[]', '["Sleeved"]', '["=Cards & Co"]', $7)`,
    [
      ids.at(-1),
      `F-00000${n}`,
      corrects === null ? 'invoice' : 'credit_note',
      corrects,
      n === 5 ? admin.id : `seller-${n}`,
      n % 2 === 1 ? '2026-05' : '2026-06',
      new Date(`2026-07-0${n}T02:20:00Z`),
    ],
  );
}
const list = (query: string, as = admin) => market.request('GET', `/api/admin/invoices${query}`, { as });
const numbers = (body: { items: { number: string }[] }) => body.items.map(({ number }) => number);

test('an admin lists the invoices of all sellers, newest first, page by page and by month', async () => {
  const { body: first } = await list('?limit=4');
  expect(numbers(first)).toEqual(['F-000006', 'F-000005', 'F-000004', 'F-000003']);
  expect(first.items[0]).toMatchObject({
    kind: 'credit_note',
    corrects: 'F-000002',
    recipient: '=Cards & Co',
    net: { amount: -100, currency: 'EUR' },
    total: { amount: -119, currency: 'EUR' },
  });
  const { body: second } = await list(`?limit=4&cursor=${first.nextCursor}`);
  expect([numbers(second), second.nextCursor]).toEqual([['F-000002', 'F-000001'], null]);
  expect(numbers((await list('?month=2026-06')).body)).toEqual(['F-000006', 'F-000004', 'F-000002']);
  const wrong = await list('?month=June');
  expect([wrong.status, wrong.body.errors?.month]).toEqual([422, 'Enter a month, for example 2026-11.']);
  expect((await list('', member)).status).toBe(403);
});

test('credit notes count against the sums of a month and of all', async () => {
  const eur = (amount: number) => ({ amount, currency: 'EUR' });
  const { db } = market.platform;
  expect(await sumInvoices(db, '2026-06')).toEqual([{ count: 3, net: eur(100), tax: eur(19), total: eur(119) }]);
  expect(await sumInvoices(db, undefined)).toEqual([{ count: 6, net: eur(400), tax: eur(76), total: eur(476) }]);
});

test('CSV has an amount below 0 as a number, and no cell that is a formula', async () => {
  const { body } = await market.request<string>('GET', '/api/admin/invoices/export.csv?month=2026-06', { as: admin });
  expect((parse(body, { columns: true }) as Record<string, string>[])[0]).toEqual({
    Number: 'F-000006',
    Type: 'Credit note',
    Corrects: 'F-000002',
    'Issued (UTC)': '2026-07-06',
    Month: '2026-06',
    Seller: "'=Cards & Co",
    'Seller ID': 'seller-6',
    Currency: 'EUR',
    Net: '-1.00',
    Tax: '-0.19',
    Total: '-1.19',
  });
});

test('an admin opens the PDF of any seller’s invoice; a member does not', async () => {
  const pdf = (id: string | undefined, as: TestMember) =>
    market.request<string>('GET', `/api/admin/invoices/${id}/invoice.pdf`, { as });
  const file = await pdf(ids[0], admin);
  expect([file.status, file.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await pdf(ids[0], member)).status).toBe(403);
  expect((await pdf('nothing', admin)).status).toBe(404);
});

test('a number that no invoice has is named', async () => {
  expect((await list('')).body.missing).toEqual([]);
  await rows("update invoice_series set next = 9 where name = 'fees'");
  expect((await list('')).body.missing).toEqual(['F-000007', 'F-000008']);
});
