import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeFee } from '#features/fees/index.server.ts';
import { auditLedger } from '#features/ledger/audit.testing.ts';
import { book } from '#features/ledger/index.server.ts';
import { makePremium } from '#features/orders/testing.ts';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { countFew } from '#platform/troubles/trouble.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { monthOf } from '../statements/month.ts';
import { type BookedOrder, bookRelease, refund, sellPaid, toNextMonth } from '../statements/statements.testing.ts';
import { changeTax } from '../tax/tax-rule.server.ts';
import { issueInvoices, issueInvoicesOf, unmatchedInvoices } from './issue-invoices.server.ts';
import { keptSince, sweepRecords } from './sweep-records.server.ts';

let market: TestMarket;
let [seller, buyer] = [] as unknown as [TestMember, TestMember];
let order: BookedOrder;
let months: string[];
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
  await makePremium(market, seller);
  await changeFee(market.platform, seller.id, { basisPoints: 1_000, fixed: 0, note: null });
  await changeTax(market.platform, seller.id, { basisPoints: 1_900, name: 'VAT', note: null });
  [seller, buyer] = await toNextMonth(market, seller, buyer);
  order = await sellPaid(market, { seller, buyer, price: 1_190 });
  await bookRelease(market, order);
  await bookRelease(market, await sellPaid(market, { seller, buyer, price: 1_000 }));
  const [first, second] = [monthOf(market.clock.now()), await nextMonth()];
  // The whole payment goes back, and with it the fee.
  await refund(market, seller, order);
  await changeTax(market.platform, seller.id, { basisPoints: 0, name: 'VAT', note: 'Small business.' });
  months = [first, second, await nextMonth()];
}, 120_000);
afterAll(() => market.close());

/** Issues what is due on the way. */
async function nextMonth(): Promise<string> {
  [seller, buyer] = await toNextMonth(market, seller, buyer);
  await issueInvoices(market.platform);
  return monthOf(market.clock.now());
}
const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const unmatched = () => countFew(market.platform.db, unmatchedInvoices(market.clock.now()));
const issued = (sellerId = seller.id) =>
  rows(
    `select number, kind, (select number from invoice c where c.id = i.corrects) as corrects, month, net, tax, lines, recipient
     from invoice i where seller_id = $1 order by number`,
    [sellerId],
  );

test('a month’s fees are an invoice, and a fee that is returned later is a credit note with the tax of that invoice', async () => {
  expect(await issued()).toEqual([
    {
      number: 'F-000001',
      kind: 'invoice',
      corrects: null,
      month: months[0],
      net: 184,
      tax: 35,
      lines: [
        { orderId: order.orderId, amount: 119 },
        { orderId: expect.any(String), amount: 100 },
      ],
      recipient: ['mara_sells'],
    },
    {
      number: 'F-000002',
      kind: 'credit_note',
      corrects: 'F-000001',
      month: months[1],
      net: 100,
      tax: 19,
      lines: [{ orderId: order.orderId, amount: 119 }],
      recipient: ['mara_sells'],
    },
  ]);
});

test('the fees of the books are invoices less credit notes; the tax is booked; issuing again adds nothing', async () => {
  expect(await unmatched()).toBe(0);
  expect(await rows("select -sum(amount)::int as owed from ledger_entry where account = 'tax'")).toEqual([
    { owed: 16 },
  ]);
  expect(await auditLedger(market.platform.pool)).toEqual([]);
  await issueInvoices(market.platform);
  await issueInvoicesOf(market.platform, { sellerId: seller.id, currency: 'USD', month: months[0] ?? '' });
  expect(await issued()).toHaveLength(2);
});

test('an invoice is a PDF file for its seller, and for no other member', async () => {
  const { body } = await market.request('GET', '/api/payouts/invoices', { as: seller });
  expect(body.items).toMatchObject([
    { number: 'F-000002', kind: 'credit_note', total: { amount: -119, currency: 'USD' } },
    { number: 'F-000001', kind: 'invoice', total: { amount: 219, currency: 'USD' } },
  ]);
  const path = `/api/payouts/invoices/${body.items[1].id}/invoice.pdf`;
  const file = await market.request<string>('GET', path, { as: seller });
  expect([file.status, file.headers.get('content-disposition'), file.body.slice(0, 5)]).toEqual([
    200,
    'attachment; filename="F-000001.pdf"',
    '%PDF-',
  ]);
  expect((await market.request('GET', path, { as: buyer })).status).toBe(404);
  expect((await market.request('GET', path)).status).toBe(401);
});

test('the database refuses a changed, deleted or truncated invoice, until years have passed', async () => {
  for (const statement of ['update invoice set net = 1', 'delete from invoice', 'truncate invoice'])
    await expect(rows(statement), statement).rejects.toThrow('never changed or deleted');
  await rows(
    `insert into invoice (id, number, kind, seller_id, month, currency, net, tax, tax_basis_points, tax_name, lines, issuer, recipient, issued_at)
     values ('old', 'old', 'invoice', 'gone', '2001-01', 'USD', 1, 0, 0, 'VAT', '[]', '[]', '[]', '2001-02-01')`,
  );
  await rows("delete from invoice where id = 'old'");
});

test('twenty writers number their invoices without a gap, also where some of them fail', async () => {
  const month = monthOf(market.clock.now());
  const sellers = Array.from({ length: 20 }, (_, n) => `seller-${n}`);
  for (const sellerId of sellers) await chargeFee(sellerId);
  // What fails after the number was taken, as a process that is killed.
  await rows(`create function fail_some() returns trigger language plpgsql as $$
    begin if new.seller_id in ('seller-3', 'seller-11') then raise exception 'failed on purpose'; end if; return new; end $$`);
  await rows('create trigger fail_some after insert on invoice for each row execute function fail_some()');
  const issueAll = () =>
    Promise.allSettled(
      sellers.flatMap((sellerId) =>
        [1, 2].map(() => issueInvoicesOf(market.platform, { sellerId, currency: 'USD', month })),
      ),
    );
  expect((await issueAll()).filter(({ status }) => status === 'rejected')).toHaveLength(4);
  await rows('drop trigger fail_some on invoice');
  expect((await issueAll()).filter(({ status }) => status === 'rejected')).toHaveLength(0);
  const numbers = (await rows('select number from invoice order by number')).map(({ number }) =>
    Number(number.slice(2)),
  );
  expect(numbers).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
});

test('invoices are deleted after ten whole years from the end of their year, and no number is missing then', async () => {
  expect(keptSince(new Date('2036-12-31T23:59:59Z'), 10)).toEqual(new Date('2026-01-01T00:00:00Z'));
  expect(keptSince(new Date('2037-01-01T00:00:00Z'), 10)).toEqual(new Date('2027-01-01T00:00:00Z'));
  const { rows: before } = await market.platform.pool.query('select count(*)::int as n from invoice');
  await rows(
    `insert into invoice (id, number, kind, seller_id, month, currency, net, tax, tax_basis_points, tax_name, lines, issuer, recipient, issued_at)
     select n, 'F-0' || n, 'invoice', 'gone', '2000-0' || n, 'USD', 1, 0, 0, 'VAT', '[]', '[]', '[]', $1::timestamptz + n * interval '1 second'
     from generate_series(1, 2) n`,
    [addMs(keptSince(market.clock.now(), 10), -1_500)],
  );
  await sweepRecords(market.platform);
  expect(await rows("select number from invoice where seller_id = 'gone'")).toEqual([{ number: 'F-02' }]);
  expect(await rows("select first::int as first from invoice_series where name = 'fees'")).toEqual([{ first: 2 }]);
  expect((await rows('select count(*)::int as n from invoice'))[0].n).toBe(before[0].n + 1);
});

test('a fee that no invoice has is found', async () => {
  await nextMonth();
  expect(await unmatched()).toBe(0);
  await chargeFee('seller-5', new Date(`${months[0]}-15T00:00:00Z`));
  expect(await unmatched()).toBe(1);
});

/** A fee of 1.00 in the books, for an order of which nothing else is looked at. */
async function chargeFee(sellerId: string, at = market.clock.now()): Promise<void> {
  const orderId = newId();
  await rows(
    `insert into orders (id, buyer_id, seller_id, status, items_amount, shipping_amount, total_amount, currency, hold_expires_at, status_since, created_at, updated_at)
     values ($1, $2, $3, 'completed', 1000, 0, 1000, 'USD', $4, $4, $4, $4)`,
    [orderId, buyer.id, sellerId, at],
  );
  await write(market.platform, (tx) =>
    book(tx, {
      id: `release:${orderId}`,
      kind: 'release',
      at,
      entries: [
        { account: 'order', orderId, ...money(100, 'USD') },
        { account: 'fee', orderId, ...money(-100, 'USD') },
      ],
    }),
  );
}
