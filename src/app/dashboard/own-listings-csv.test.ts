import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await market.signUp('mara_sells');
  for (const [name, amount, status] of [
    ['=HYPERLINK("x")', 300, 'active'],
    ['Mewtwo', 1250, 'active'],
    ['Lugia', 600, 'draft'],
  ] as const)
    await listed(market, seller, { name, game: 'pokemon', price: { amount, currency: 'USD' }, status });
}, 120_000);
afterAll(() => market?.close());

const file = (query = '', as: TestMember | null = seller) =>
  market.request<string>('GET', `/dashboard/listings/export.csv${query}`, as ? { as } : {});
const linesOf = ({ body }: { body: string }) => body.trim().split('\r\n');

test('the file has the listings of the view in its order, and no cell that a spreadsheet runs', async () => {
  const answer = await file('?tab=live&sort=price-high');
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="listings.csv"',
  ]);
  const [head, ...rows] = linesOf(answer);
  expect(head).toBe(
    'Card,Set,Number,Condition,Price,Currency,Lowest price,Quantity,Available,Views,Favorites,Ends (UTC),Status,SKU,Storage location',
  );
  expect(rows.map((row) => row.slice(0, 8))).toEqual(['Mewtwo,,', `"'=HYPER`]);
  expect(rows[0]).toMatch(/,12\.50,USD,,1,1,0,0,\d{4}-\d\d-\d\d \d\d:\d\d,/);
  expect(linesOf(await file('?q=lugia')).slice(1)).toEqual([expect.stringMatching(/^Lugia,.*,Draft,/)]);
});

test('the file leaves out the columns that the seller hides, and is for signed-in sellers only', async () => {
  const form = new URLSearchParams({ table: 'columns', column: 'condition' });
  const saved = await market.request('POST', '/dashboard/listings', {
    body: form.toString(),
    headers: { cookie: seller.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(saved.status).toBe(200);
  expect(linesOf(await file())[0]).toBe('Card,Set,Number,Condition,Price,Currency,Status,SKU,Storage location');
  expect((await file('', null)).status).toBe(302);
});
