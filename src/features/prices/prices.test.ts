import { expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { completeOrder, passTime } from '#features/orders/testing.ts';
import { usd } from '#features/wanted/wanted.testing.ts';
import { dayMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { comparePrices } from './market-price/compare-prices.server.ts';
import { pricedMarket } from './prices.testing.ts';

const { shop, card, pricesAt, sell, later } = pricedMarket();

test('[EN-06] a card says what it was sold for in the moment of the fifth completed sale; what is only paid, called off or refunded is none', async () => {
  const id = card('base1-4');
  const asks = { low: null, count: 0 };
  const nothing = {
    days: 30,
    currency: 'USD',
    enough: false,
    median: null,
    low: null,
    count: 0,
    spread: null,
    asks,
    series: [],
    sales: [],
  };
  expect((await pricesAt(id)).body).toEqual(nothing);
  for (const [at, amount] of [1_000, 1_100, 1_300, 1_500].entries())
    await sell(id, amount, shop.buyers[at] as TestMember);
  const today = shop.market.clock.now().toISOString().slice(0, 10);
  // Too few to say a median of all; what was sold is said all the same.
  const few = {
    ...nothing,
    count: 4,
    series: [{ date: today, median: usd(1_200), count: 4, spread: { low: usd(1_075), high: usd(1_350) } }],
    sales: [1_000, 1_100, 1_300, 1_500].map((amount) => ({ date: today, price: usd(amount) })),
  };
  expect((await pricesAt(id)).body).toEqual(few);
  const called = [
    await sell(id, 1_900, shop.buyers[4] as TestMember, {}, 'ordered'),
    await sell(id, 1_800, shop.buyers[4] as TestMember, {}, 'paid'),
  ];
  const last = await sell(id, 1_400, shop.buyers[5] as TestMember, {}, 'paid');
  expect((await pricesAt(id)).body).toEqual(few);
  expect(
    (await shop.market.request('POST', `/api/orders/${called[1]}/refund`, { as: shop.seller, body: {} })).status,
  ).toBe(200);
  await completeOrder(shop.market, shop.seller, shop.buyers[5] as TestMember, last);
  expect((await pricesAt(id)).body).toMatchObject({ enough: true, count: 5, median: usd(1_300), low: usd(1_000) });
  // Copies for sale are counted with what they cost.
  await listed(shop.market, shop.seller, { catalogueCardId: id, price: usd(1_700), quantity: 3 });
  expect((await pricesAt(id)).body.asks).toEqual({ low: usd(1_700), count: 3 });
  await passTime(shop.market);
});

test('only matching sales count: condition, slab, finish, language, currency, days; each in its own words', async () => {
  const id = card('lea-161');
  const sorts: [number, Record<string, unknown>][] = [
    [500, { finish: 'foil' }],
    [520, { finish: 'foil', condition: 'good' }],
    [540, { finish: 'nonfoil', language: 'de' }],
    [1_990, { finish: 'nonfoil', grading: { company: 'PSA', grade: '9' } }],
    [700, { finish: 'nonfoil', price: { amount: 700, currency: 'EUR' } }],
  ];
  for (const [at, [amount, more]] of sorts.entries()) await sell(id, amount, shop.buyers[at] as TestMember, more);
  const count = async (query: string) => (await pricesAt(id, query)).body.count;
  expect([
    await count('?finish=foil'),
    await count('?condition=good'),
    await count('?condition=near_mint'),
    await count('?language=de'),
  ]).toEqual([2, 1, 2, 1]);
  expect([await count('?condition=graded'), await count('?currency=EUR'), await count('')]).toEqual([1, 1, 4]);
  expect((await pricesAt(id, '?currency=EUR')).body).toMatchObject({
    currency: 'EUR',
    series: [{ median: { amount: 700, currency: 'EUR' } }],
  });
  await later(8 * dayMs);
  expect([await count('?days=7'), await count('?days=9')]).toEqual([0, 4]);
  for (const [query, field] of [
    ['?condition=shiny', 'condition'],
    ['?days=0', 'days'],
    ['?days=366', 'days'],
    ['?days=1.5', 'days'],
    ['?days=x', 'days'],
    ['?currency=XXX', 'currency'],
    [`?finish=${'x'.repeat(41)}`, 'finish'],
  ] as const) {
    const { status, body } = await pricesAt(id, query);
    expect([status, Object.keys(body.errors)], query).toEqual([422, [field]]);
  }
  for (const strange of ['%00', '%ED%A0%80', "';--", '%'])
    for (const field of ['finish', 'language'])
      expect([200, 400, 422], strange).toContain((await pricesAt(id, `?${field}=${strange}`)).status);
  expect((await pricesAt('nope')).status).toBe(404);
});

test('[RO-02] [RO-03] [EN-06] visitors and free members have no price history, as data or as a file; premium has a year, halves and each sale; the file says the same', async () => {
  const id = card('base1-58');
  for (const [at, amount] of [200, 220, 240, 260, 900].entries()) await sell(id, amount, shop.buyers[at] as TestMember);
  const free = shop.buyers[6] as TestMember;
  const lapsed = shop.buyers[5] as TestMember;
  await shop.market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [lapsed.id]);
  for (const as of [null, free, lapsed]) {
    for (const file of ['', '.csv'])
      for (const query of ['', '?days=7', '?days=31']) {
        const refused = await shop.market.request(
          'GET',
          `/api/catalogue/cards/${id}/prices${file}${query}`,
          as ? { as } : {},
        );
        const sentence = 'Price history is part of Premium.';
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([403, 'tier_limit', sentence]);
      }
  }
  const csvOf = async (query: string) =>
    (await shop.market.request('GET', `/api/catalogue/cards/${id}/prices.csv${query}`, { as: shop.seller })).body;
  const day = shop.market.clock.now().toISOString().slice(0, 10);
  expect(await csvOf('?days=30')).toBe(`date,median,low,high,currency,sales\n${day},2.40,2.20,2.60,USD,5\n`);
  const { body } = await pricesAt(id, '?days=365');
  expect(body).toMatchObject({
    spread: { low: usd(220), high: usd(260) },
    series: [{ spread: { low: usd(220), high: usd(260) } }],
  });
  expect(body.sales.map(({ price }: { price: { amount: number } }) => price.amount)).toEqual([200, 220, 240, 260, 900]);
  await later(40 * dayMs);
  expect((await pricesAt(id)).body.count).toBe(0);
  expect((await pricesAt(id, '?days=90')).body.count).toBe(5);
});

test('the form that sets a price shows what a card is offered for, one suggested price, and with price history what it was sold for', async () => {
  const id = card('lea-232');
  const free = shop.buyers[6] as TestMember;
  const compare = (as: TestMember, kind = {}, cardId = id) =>
    comparePrices(shop.market.platform, actorOf(as), cardId, kind);
  const near = { condition: 'near_mint', finish: 'nonfoil', language: 'en' } as const;
  const low = await listed(shop.market, shop.seller, { catalogueCardId: id, price: usd(1_000), quantity: 2 });
  await listed(shop.market, shop.seller, {
    catalogueCardId: id,
    price: { amount: 1_900, currency: 'EUR' },
    condition: 'good',
  });
  await sell(id, 1_500, shop.buyers[0] as TestMember, { grading: { company: 'PSA', grade: '9' } });
  for (let n = 0; n < 5; n++) await sell(id, 1_000 + n * 10, shop.buyers[n] as TestMember);
  const read = await compare(free, near);
  expect(read).toEqual({
    days: 30,
    asks: [
      { condition: 'good', currency: 'EUR', low: 1_900, high: 1_900, count: 1 },
      { condition: 'near_mint', currency: 'USD', low: 1_000, high: 1_000, count: 2 },
    ],
    sales: null,
    suggested: { price: usd(1_020), count: 5, days: 30 },
  });
  expect(await compare(free, {}, 'none')).toMatchObject({ asks: [], sales: null, suggested: null });
  // Of others: one's own copies say nothing of what to ask.
  expect(await compare(shop.seller, near)).toMatchObject({
    days: 365,
    asks: [],
    sales: [
      { condition: 'graded', currency: 'USD', low: 1_500, high: 1_500, count: 1 },
      { condition: 'near_mint', currency: 'USD', low: 1_000, high: 1_040, count: 5 },
    ],
  });
  // A second request within half a minute makes no query.
  await shop.market.platform.pool.query('update listing set price_amount = 1 where id = $1', [low.id]);
  expect(await compare(free, near)).toEqual(read);
  await shop.market.platform.pool.query('update listing set price_amount = 1000 where id = $1', [low.id]);
  await later(40 * dayMs);
  expect(await compare(free, near)).toMatchObject({ sales: null, suggested: null });
  expect(await compare(shop.seller, near)).toMatchObject({ suggested: { price: usd(1_020), count: 5, days: 90 } });
});
