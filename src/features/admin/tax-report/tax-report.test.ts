import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '#features/ledger/index.server.ts';
import { sellInBooks } from '#features/payouts/tax-report/tax-report.testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let [admin, seller, small, abroad] = [] as unknown as [TestMember, TestMember, TestMember, TestMember];
beforeAll(async () => {
  market = await startTestMarket({ env: { TAX_REPORT_COUNTRY: 'DE' } });
  [admin, seller, small, abroad] = await Promise.all([
    market.signUp('operator_here'),
    market.signUp('mara_sells'),
    market.signUp('sam_sells'),
    market.signUp('zoe_abroad'),
  ]);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const at = (day: string) => new Date(`${day}T12:00:00Z`);
  await sellInBooks(market, seller.id, { amount: 1_000, fee: 100, sales: 29, at: at('2025-03-31') });
  await sellInBooks(market, seller.id, { amount: 2_050, fee: 105, at: at('2025-10-01') });
  await refundInBooks(new Date('2025-12-31T23:59:59Z'));
  await sellInBooks(market, small.id, { amount: 200_000, at: at('2025-05-01') });
  // Of another year.
  await sellInBooks(market, small.id, { amount: 100, at: new Date('2026-01-01T00:00:00Z') });
  await sellInBooks(market, abroad.id, { amount: 200_001, at: at('2025-05-01') });
  await give(seller, { tinCountry: 'DE', tin: '12345678901', country: 'DE' });
  await give(abroad, { tinCountry: 'CH', tin: '7561234567897', country: 'CH' });
}, 60_000);
afterAll(() => market?.close());

const report = (kind: string, as = admin) =>
  market.request<string>('GET', `/api/admin/tax-report/2025/report.${kind}`, { as });
const operator = new URLSearchParams({
  name: 'Cards & Co GmbH',
  tin: 'DE999999999',
  street: 'Markt 1',
  postalCode: '50667',
  city: 'Köln',
});

/** Of 10.50 of the sale of October, 0.50 were sent before. */
async function refundInBooks(at: Date): Promise<void> {
  const { rows } = await market.platform.pool.query<{ id: string }>(
    "select id from orders where seller_id = $1 and created_at > '2025-09-01'",
    [seller.id],
  );
  const orderId = rows[0]?.id ?? '';
  await write(market.platform, (tx) =>
    book(tx, {
      id: `refund:${orderId}`,
      kind: 'refund',
      at,
      entries: [
        { account: 'seller', orderId, sellerId: seller.id, ...money(1_000, 'EUR') },
        { account: 'debt', orderId, sellerId: seller.id, ...money(50, 'EUR') },
        { account: 'stripe', orderId, ...money(-1_050, 'EUR') },
      ],
    }),
  );
}

async function give(as: TestMember, country: Record<string, string>): Promise<void> {
  const body = {
    ...{ kind: 'individual', firstName: '=Mara', lastName: 'Stein', birthDate: '1990-05-31' },
    ...{ street: 'Domstr. 5 & 6', postalCode: '50668', city: 'Köln' },
    ...country,
  };
  expect((await market.request('PUT', '/api/payouts/tax-details', { as, body })).status).toBe(200);
}

test('CSV has each seller over the limit with figures by quarter; the reading is recorded', async () => {
  const rows = parse((await report('csv')).body, { columns: true }) as Record<string, string>[];
  expect(rows.map(({ Username, Reported }) => [Username, Reported]).sort()).toEqual([
    ['mara_sells', 'Yes'],
    ['zoe_abroad', 'No, outside the EU'],
  ]);
  expect(rows.find(({ Username }) => Username === 'mara_sells')).toMatchObject({
    'First name': "'=Mara",
    'Date of birth': '1990-05-31',
    'Tax number': '12345678901',
    Currency: 'EUR',
    'Earnings Q1': '290.00',
    'Earnings Q4': '10.00',
    'Sales Q1': '29',
    'Sales Q4': '1',
    'Fees Q1': '29.00',
    'Fees Q4': '1.05',
  });
  const acts = await market.platform.pool.query("select by, subject from audit_log where act = 'tax-report.read'");
  expect(acts.rows).toEqual([{ by: admin.id, subject: '2025' }]);
});

test('XML has the operator and the sellers of the EU, in the schema of the OECD', async () => {
  const { status, body } = await report(`xml?${operator}`);
  expect(status).toBe(200);
  for (const part of [
    '<dpi:TransmittingCountry>DE</dpi:TransmittingCountry>',
    '<dpi:MessageTypeIndic>DPI401</dpi:MessageTypeIndic>',
    '<dpi:ReportingPeriod>2025-12-31</dpi:ReportingPeriod>',
    '<dpi:Name>Cards &amp; Co GmbH</dpi:Name>',
    '<dpi:TIN issuedBy="DE">12345678901</dpi:TIN>',
    '<dpi:BirthDate>1990-05-31</dpi:BirthDate>',
    '<dpi:ConsQ4 currCode="EUR">10</dpi:ConsQ4>',
    '<dpi:NumbQ1>29</dpi:NumbQ1>',
  ])
    expect(body).toContain(part);
  expect(body.match(/<dpi:ReportableSeller>/g)).toHaveLength(1);
});

test('members, wrong years and missing data of the operator are refused; without the setting there is no report', async () => {
  expect((await report('csv', seller)).status).toBe(403);
  const old = await market.request('GET', '/api/admin/tax-report/2022/report.csv', { as: admin });
  expect([old.status, old.body.errors?.year]).toEqual([422, 'Enter a year from 2023, for example 2026.']);
  const noName = await market.request('GET', '/api/admin/tax-report/2025/report.xml?name=', { as: admin });
  expect([noName.status, noName.body.errors?.name]).toEqual([422, 'Enter your legal name.']);
  const other = await startTestMarket();
  try {
    const member = await other.signUp('mara_sells');
    expect((await other.request('GET', '/api/payouts/tax-details', { as: member })).status).toBe(404);
  } finally {
    await other.close();
  }
});
