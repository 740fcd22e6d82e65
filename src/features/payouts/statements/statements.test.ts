import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeFee } from '#features/fees/index.server.ts';
import { makePremium } from '#features/orders/testing.ts';
import { orderNumber } from '#features/orders/words.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { monthOf } from './month.ts';
import type { ShownStatement, Statements } from './statement.contract.ts';
import { type BookedOrder, bookRelease, bookTransfer, refund, sellPaid, toNextMonth } from './statements.testing.ts';

let market: TestMarket;
let [seller, other, buyer] = [] as unknown as [TestMember, TestMember, TestMember];
let [first, second, third] = [] as unknown as [BookedOrder, BookedOrder, BookedOrder];
let months: [string, string];

beforeAll(async () => {
  market = await startTestMarket();
  [seller, other, buyer] = await Promise.all([
    market.signUp('mara_sells'),
    market.signUp('olga_sells'),
    market.signUp('ben_buys'),
  ]);
  await Promise.all([seller, other].map((member) => makePremium(market, member)));
  // A tenth of the cards' price.
  await changeFee(market.platform, seller.id, { basisPoints: 1_000, fixed: 0, note: null });
  // Both months begin on their first day.
  [seller, other, buyer] = await toNextMonth(market, seller, other, buyer);
  first = await sellPaid(market, { seller, buyer, price: 1_500 });
  second = await sellPaid(market, { seller, buyer, price: 1_000 });
  third = await sellPaid(market, { seller: other, buyer, price: 500 });
  await bookRelease(market, first);
  await refund(market, seller, second, 300);
  const one = monthOf(market.clock.now());
  [seller, other, buyer] = await toNextMonth(market, seller, other, buyer);
  await bookTransfer(market, first);
  await refund(market, seller, first, 600);
  await bookRelease(market, second);
  months = [one, monthOf(market.clock.now())];
}, 120_000);
afterAll(() => market.close());

const read = (month: string, as: TestMember = seller, file = '') =>
  market.request<Statements>('GET', `/api/payouts/statements/${month}${file}`, { as });
async function statementOf(month: string, as?: TestMember): Promise<ShownStatement> {
  const { status, body } = await read(month, as);
  expect(status).toBe(200);
  expect(body.statements).toHaveLength(1);
  return body.statements[0] as ShownStatement;
}
const usd = (amount: number) => ({ amount, currency: 'USD' });

test('a statement has each order with its amounts; opening and movements are the closing balance', async () => {
  const one = await statementOf(months[0]);
  expect(one.opening.total).toEqual(usd(0));
  expect(one.lines).toMatchObject([
    {
      orderId: first.orderId,
      number: orderNumber(first.orderId),
      cards: usd(1_500),
      shipping: usd(200),
      fees: usd(-150),
    },
    { orderId: second.orderId, cards: usd(1_000), shipping: usd(200), fees: usd(0), refunds: usd(-300) },
  ]);
  expect(one.totals).toMatchObject({ sales: usd(2_900), fees: usd(-150), refunds: usd(-300), change: usd(2_450) });
  expect(one.closing).toEqual({ held: usd(900), ready: usd(1_550), debt: usd(0), total: usd(2_450) });

  const two = await statementOf(months[1]);
  expect(two.opening).toEqual(one.closing);
  expect(two.lines).toMatchObject([
    // The market keeps its fee of an order that is refunded in part: the seller owes what was sent already.
    {
      orderId: first.orderId,
      cards: usd(0),
      shipping: usd(0),
      fees: usd(0),
      refunds: usd(-600),
      transfers: usd(-1_550),
    },
    { orderId: second.orderId, fees: usd(-100), change: usd(-100) },
  ]);
  expect(two.closing).toEqual({ held: usd(0), ready: usd(800), debt: usd(600), total: usd(200) });
});

test('all statements together are the ledger', async () => {
  const closings = await Promise.all(
    [seller, other].map((member) => statementOf(months[1], member).then(({ closing }) => closing)),
  );
  const sum = (name: 'held' | 'ready' | 'debt') => closings.reduce((total, closing) => total + closing[name].amount, 0);
  const { rows } = await market.platform.pool.query(
    `select account, abs(sum(amount))::bigint as amount from ledger_entry
     where account in ('order', 'seller', 'debt') group by account order by account`,
  );
  expect(rows).toEqual([
    { account: 'debt', amount: sum('debt') },
    { account: 'order', amount: sum('held') },
    { account: 'seller', amount: sum('ready') },
  ]);
});

test('the CSV file has a line for each order between the balances, and adds up', async () => {
  const { status, body, headers } = await market.request<string>(
    'GET',
    `/api/payouts/statements/${months[0]}/statement.csv`,
    { as: seller },
  );
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="statement-${months[0]}.csv"`,
  ]);
  const [titles, ...lines] = parse(body) as string[][];
  expect(lines.map((cells) => [cells[2], ...cells.slice(4)].join(' ').replace(/ +/g, ' '))).toEqual([
    'Opening balance 0.00 ',
    `${orderNumber(first.orderId)} 15.00 2.00 -1.50 0.00 0.00 0.00 0.00 15.50 15.50 `,
    `${orderNumber(second.orderId)} 10.00 2.00 0.00 -3.00 0.00 0.00 0.00 9.00 24.50 `,
    'Closing balance 24.50 ',
  ]);
  expect(titles?.[2]).toBe('Entry');
});

test('the PDF file is a page for the currency', async () => {
  const file = await market.request<string>('GET', `/api/payouts/statements/${months[1]}/statement.pdf`, {
    as: seller,
  });
  expect([file.status, file.headers.get('content-type'), file.body.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
});

test('payouts to the bank stand beside the statement, and change no balance', async () => {
  const before = await statementOf(months[0]);
  await market.platform.pool.query(
    `insert into bank_payout (id, seller_id, account_id, amount, currency, status, arrives_at, created_at, updated_at)
     values ('po_shown', $1, 'acct', 1550, 'USD', 'paid', $2::timestamptz + interval '4 days', $2::timestamptz + interval '2 days', now())`,
    [seller.id, `${months[0]}-01T00:00:00Z`],
  );
  expect(await statementOf(months[0])).toEqual(before);
  const { body } = await read(months[0]);
  expect(body.bankPayouts).toMatchObject([{ id: 'po_shown', status: 'paid', amount: usd(1_550), orders: 0 }]);
  const csv = await market.request<string>('GET', `/api/payouts/statements/${months[0]}/statement.csv`, { as: seller });
  const [titles, ...lines] = parse(csv.body) as string[][];
  expect(titles?.at(-1)).toBe('To bank');
  expect(lines.at(-1)?.filter(Boolean)).toEqual([
    months[0],
    'USD',
    'Bank payout: Paid out',
    `${months[0]}-05`,
    '15.50',
  ]);
  const pdf = await market.request<string>('GET', `/api/payouts/statements/${months[0]}/statement.pdf`, { as: seller });
  expect([pdf.status, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await read(months[1])).body.bankPayouts).toEqual([]);
});

test('a month that is not over is not final; one without a balance and one to come have no statement', async () => {
  expect((await read(months[0])).body.isFinal).toBe(true);
  expect((await read(months[1])).body.isFinal).toBe(false);
  for (const month of ['2020-01', '2099-01'])
    for (const file of ['', '/statement.csv', '/statement.pdf'])
      expect((await read(month, seller, file)).status).toBe(404);
  expect((await read('2026-13')).status).toBe(422);
  expect((await read(months[0], buyer)).status).toBe(404);
});

test('orders of the time before transfers are in no statement', async () => {
  await market.platform.pool.query(
    "insert into order_payout (order_id, seller_id, currency, state, paid_at, updated_at) values ($1, $2, 'USD', 'outside', now(), now()) on conflict (order_id) do update set state = 'outside'",
    [third.orderId, other.id],
  );
  expect((await read(months[1], other)).status).toBe(404);
});
