import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards } from '#features/listings/testing.ts';
import { makePremium } from '#features/orders/testing.ts';
import { calendarMonthDay, dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { loadPricePanel } from './index.server.ts';
import { addPastSale } from './prices.testing.ts';

let market: TestMarket;
let card: string;
let premium: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  card = (await importTestCards(market))['lea-161'] ?? '';
  premium = await market.signUp();
  await makePremium(market, premium);
}, 60_000);
afterAll(() => market?.close());

const sold = (amount: number, agoDays: number, kind: { condition?: string; finish?: string; currency?: string } = {}) =>
  addPastSale(market, premium, { cardId: card, amount, agoDays, ...kind });
const seen = async (query = '', as?: TestMember) => {
  const { status, body } = await market.request('GET', `/cards/${card}${query}`, as ? { as } : {});
  return { status, text: String(body).replace(/<!-- -->/g, '') };
};

test('[RO-02] [RO-03] a card’s page charts its sales, without scripts, for premium members; visitors and free members read that it is part of Premium', async () => {
  expect((await seen('', premium)).text).toContain('No sales in the last year.');
  for (const [n, amount] of [400, 410, 420, 430].entries()) await sold(amount, n + 1);
  const few = (await seen('', premium)).text;
  expect(few).toMatch(
    /<strong>Few sales<\/strong> <span class="dim">4 sales in 30 days. We show a median from 5 sales\.<\/span>/,
  );
  expect(few).toContain('or all cards if the refund names no cards.');
  // Nor by the drawing or the table.
  for (const words of [
    'aria-label="Sold prices by day: $4.30 on',
    '<th scope="col">Price</th>',
    '>Sold prices by day<',
  ])
    expect(few).toContain(words);
  expect(few).not.toContain('Median');
  await sold(440, 6);
  await sold(9_999, 7, { condition: 'poor' });
  for (const [n, amount] of [7_711, 7_722, 7_733, 7_744, 7_755].entries()) await sold(amount, 60 + n);

  const { text } = await seen('', premium);
  for (const words of [
    '$4.20</strong> <span class="dim">median of 5 sales in 30 days',
    'Lowest $4.00',
    'data-testid="price-chart"',
    '<th scope="col">Median</th>',
    'View as table',
    'aria-label="Median price by day: $4.40 on',
  ])
    expect(text).toContain(words);
  // The axis begins with the period, days before the first sale.
  const today = market.platform.clock.now().getTime();
  expect(text).toContain(`>${calendarMonthDay(new Date(today - 30 * dayMs))}</text>`);
  expect(text).toContain(`>${calendarMonthDay(new Date(today))}</text>`);
  const whole = (await seen('?days=90&condition=near_mint&finish=foil&language=en', premium)).text;
  for (const words of ['Typical range', '90 days', 'Week of', 'days=90&amp;currency=USD'])
    expect(whole).toContain(words);
  // Half of them at another price are no mistake.
  expect(whole).toContain('median of 10 sales');

  const free = await market.signUp();
  for (const [query, as] of [
    ['', undefined],
    ['', free],
    ['?days=90&condition=near_mint', free],
  ] as const) {
    const { status, text: page } = await seen(query, as);
    expect([status, page.includes('Price history is part of')]).toEqual([200, true]);
    // A whole amount: an id may hold these digits by chance.
    expect(page).not.toMatch(/(?<![\w.-])77[.]?\d\d(?![\w-])|\$4\.[0-4]0/);
    for (const words of ['Half of them', '"spread"', '"median"', 'price-chart', 'View as table', '.csv'])
      expect(page).not.toContain(words);
  }
});

test('a card with hundreds of sales is charted as a line and a band, not as a thousand rings', async () => {
  const { pool, clock } = market.platform;
  expect((await seen('?days=90&condition=near_mint&finish=foil', premium)).text).toContain('<g class="sales"');
  await pool.query(
    `with many as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
       select 'many-' || n, $1, 'gone', 'completed', 'USD', 500, 0, 500, $2, $2, $2, $2, $2 from generate_series(1, 400) n returning id)
     insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final)
     select id, 0, $3, 'foil', 'en', 'near_mint', 500, 'USD', id, $2, true from many`,
    [premium.id, new Date(clock.now().getTime() - 40 * dayMs), card],
  );
  const { text } = await seen('?days=90&condition=near_mint&finish=foil', premium);
  expect(text).toMatch(/median of 4\d\d sales/);
  expect(text).not.toContain('<g class="sales"');
});

test('valid filters of an address apply, invalid ones are ignored', async () => {
  for (const query of [
    '?days=x',
    '?days=366',
    '?condition=shiny',
    '?finish=%00',
    '?language=%3Cscript%3E',
    '?days=-1&finish=%',
  ])
    expect((await seen(query)).status, query).toBe(200);
  expect((await seen('?condition=poor', premium)).text).toContain('1 sale in 30 days');
});

test('what is shown at first comes from the stretch that is shown; all kinds where one alone has too few', async () => {
  const { pool, clock } = market.platform;
  const id = (await pool.query("select id from card where external_id = 'swsh7-215'")).rows[0].id;
  const sell = async (amount: number, agoDays: number, condition: string) => {
    await sold(amount, agoDays, { condition, finish: 'holo' });
    await pool.query('update card_sale set card_id = $1 where card_id = $2 and finish = $3', [id, card, 'holo']);
  };
  const member = {
    id: premium.id,
    role: 'member' as const,
    via: 'bearer' as const,
    sessionId: null,
    signedInAt: clock.now(),
  };
  const open = async (days?: number) => {
    const data = await loadPricePanel(
      market.platform,
      member,
      id,
      new URLSearchParams(days ? { days: String(days) } : {}),
    );
    if (data === null || data === 'needs premium') throw new Error(`no prices: ${data}`);
    return [data.chosen.condition, data.prices.count, data.prices.enough, data.choices.condition];
  };
  for (const n of [0, 1, 2, 3, 4, 5]) await sell(600 + n, 50 + n, 'mint');
  await sell(500, 3, 'good');
  await sell(510, 4, 'good');
  expect(await open()).toEqual(['good', 2, false, ['good', 'mint']]);
  expect(await open(90)).toEqual(['mint', 6, true, ['mint', 'good']]);
  for (const n of [0, 1, 2]) await sell(400 + n, 5 + n, 'poor');
  expect(await open()).toEqual(['', 5, true, ['poor', 'good', 'mint']]);
  for (const n of [3, 4]) await sell(400 + n, 5 + n, 'poor');
  expect(await open()).toEqual(['poor', 5, true, ['poor', 'good', 'mint']]);
});

test('a card that sold in several currencies lets one choose among them, and converts none', async () => {
  const { pool } = market.platform;
  const id = (await pool.query("select id from card where external_id = 'base1-4'")).rows[0].id;
  const sell = async (amount: number, agoDays: number, currency: string) => {
    await sold(amount, agoDays, { finish: 'normal', currency });
    await pool.query("update card_sale set card_id = $1 where card_id = $2 and finish = 'normal'", [id, card]);
  };
  const page = async (query = '') =>
    String((await market.request('GET', `/cards/${id}${query}`, { as: premium })).body)
      .replace(/<!-- -->/g, '')
      .replace(/<script[\s\S]*?<\/script>/g, '');
  for (const n of [0, 1, 2, 3, 4, 5]) await sell(900 + n, 2 + n, 'USD');
  expect(await page()).not.toContain('Paid in');
  for (const n of [0, 1, 2, 3, 4]) await sell(7_100 + n, 2 + n, 'EUR');
  const first = await page();
  expect(first).toContain('median of 6 sales in 30 days');
  expect(first).toMatch(
    /<select[^>]*name="currency"[^>]*>.*?<option value="USD" selected="">USD<\/option><option value="EUR">EUR<\/option>/s,
  );
  const euro = await page('?condition=near_mint&finish=normal&language=en&currency=EUR&days=30');
  expect(euro).toContain('€71.02</strong> <span class="dim">median of 5 sales in 30 days');
  expect(euro).toContain('<option value="EUR" selected="">EUR</option>');
  // Links keep the filters: another period, and the file.
  expect(euro).toMatch(/href="[^"]*currency=EUR&amp;days=7#prices"/);
  expect(euro).toContain('&amp;currency=EUR" download');
  // A currency without sales is left out, like an unknown filter.
  expect(await page('?currency=GBP')).toContain('median of 6 sales in 30 days');
});
