import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traitsOf } from '#features/catalogue/words.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { besideMarket } from './index.server.ts';
import { countedIn, marketKey, marketPrices } from './market-price/market-prices.server.ts';
import { figuresOf, type Sale } from './price.rules.ts';

let market: TestMarket;
let card: string;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  card = (await importTestCards(market))['lea-161'] ?? '';
  [seller, buyer] = [await market.signUp('mara_sells'), await premium(market, await market.signUp('ben_buys'))];
}, 60_000);
afterAll(() => market?.close());

let rows = 0;
/** As orders store it. */
async function sold(
  amount: number,
  agoDays: number,
  { condition = 'near_mint', currency = 'USD' } = {},
): Promise<void> {
  const { pool, clock } = market.platform;
  const at = new Date(clock.now().getTime() - agoDays * dayMs);
  await pool.query(
    `with paid as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
       values ($1, 'a', 'b', 'completed', $6, $2, 0, $2, $3, $3, $3, $3, $3))
     insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final) values ($1, 0, $4, 'foil', 'en', $5, $2, $6, $1, $3, true)`,
    [`history-${rows++}`, amount, at, card, condition, currency],
  );
}
/** An offer, as stored, that was answered `waitHours` after it was made. */
async function answered(waitHours: number, set: Record<string, unknown> = {}): Promise<void> {
  const decided = new Date(market.clock.now().getTime() - dayMs);
  const row = { made_by: 'buyer', status: 'declined', by_rule: false, note: null, place: 0, ...set };
  await market.platform.pool.query(
    `insert into offer (id, listing_id, buyer_id, seller_id, title, amount, asked_amount, currency, made_by, status, listing_version, expires_at, by_rule, note, place, decided_at, created_at, updated_at)
     values ($1, 'gone', $2, $3, 'A card', 100, 200, 'USD', $4, $5, 1, $9, $6, $7, $8, $9, $10, $9)`,
    [
      `answer-${rows++}`,
      buyer.id,
      seller.id,
      row.made_by,
      row.status,
      row.by_rule,
      row.note,
      row.place,
      decided,
      new Date(decided.getTime() - waitHours * hourMs),
    ],
  );
}
const copy = {
  finish: 'foil',
  language: 'en',
  condition: 'near_mint',
  price: { amount: 450, currency: 'USD' },
} as const;
const read = async (path: string, as: TestMember) =>
  String((await market.request('GET', path, { as })).body).replace(/<!-- -->/g, '');

test('a listing’s page has a place for what copies of its kind were sold for, and says where none was; a card in free text has none', async () => {
  const { id } = await listed(market, seller, { ...copy, catalogueCardId: card });
  const none = await read(`/listings/${id}`, buyer);
  expect(none).toContain('Sold prices per card, excluding shipping: Near mint, Foil, English');
  expect(none).toContain('No comparable sales in the last year.');
  await sold(500, 3, { condition: 'poor' });
  await sold(500, 400);
  // In another currency than its own the history would draw nothing of them.
  await sold(500, 3, { currency: 'EUR' });
  expect(await read(`/listings/${id}`, buyer)).toContain('No comparable sales in the last year.');
  await sold(500, 60);
  expect(await read(`/listings/${id}`, buyer)).toMatch(/<div class="price-h"><\/div>/);
  await sold(500, 3);
  const drawn = await read(`/listings/${id}`, buyer);
  expect(drawn).toMatch(/<div class="price-h drawn"><\/div>/);
  expect(drawn).not.toContain('No copy like this one');
  const free = await listed(market, await market.signUp(), { name: 'Nobody knows this card' });
  expect(await read(`/listings/${free.id}`, buyer)).not.toContain('Price history');
  // A free member reads the counts of offers, and nothing of the sales.
  const locked = await read(`/listings/${id}`, await market.signUp());
  expect(locked).toContain('Price history is part of');
  expect(locked).not.toContain('class="price-h');
});

test('the answer time of a seller needs three offers; automatic answers are left out, and expired offers count as never', async () => {
  const { id } = await listed(market, seller, { ...copy, acceptsOffers: true });
  const said = async () =>
    /mara_sells usually replies to offers[^<]*/.exec(await read(`/listings/${id}`, buyer))?.[0] ?? null;
  await answered(2);
  await answered(0.1, { by_rule: true });
  await answered(0.1, { note: 'Sold to somebody else.' });
  await answered(0.1, { place: 1 });
  await answered(0.1, { made_by: 'seller' });
  await answered(0.1, { status: 'withdrawn' });
  await answered(2.5, { status: 'countered' });
  expect(await said()).toBeNull();
  await answered(20);
  expect(await said()).toBe('mara_sells usually replies to offers within 3 hours (median of 3 offers).');
  for (let n = 0; n < 2; n++) await answered(48, { status: 'expired' });
  expect(await said()).toBe('mara_sells usually replies to offers within 20 hours (median of 5 offers).');
  for (let n = 0; n < 2; n++) await answered(48, { status: 'expired' });
  expect(await said()).toBeNull();
});

test('own listings are compared with the median: in percent where enough were sold, and not for graded ones', async () => {
  for (const [n, amount] of [400, 500, 500, 600, 700].entries()) await sold(amount, n + 40);
  const shop = await premium(market, await market.signUp('beside_market'));
  await listed(market, shop, { ...copy, catalogueCardId: card });
  // Of what is compared with none it isn't said that too few were sold.
  await listed(market, shop, { name: 'Nobody knows this card' });
  await listed(market, shop, { ...copy, catalogueCardId: card, language: 'de' });
  const text = await read('/dashboard/listings', shop);
  expect([text.match(/class="sr">Not compared</g)?.length, text.match(/class="sr">Too few sales</g)?.length]).toEqual([
    1, 1,
  ]);
  expect(text).toContain('<th class="n">vs market price</th>');
  expect(text).toContain('−10%<span class="sr">: Median $5.00 from 7 sales in 90 days</span>');
  const kind = { id: 'x', catalogueCardId: card, grading: null, ...traitsOf({}), ...copy };
  const of = (one: object) => besideMarket(market.platform.pool, [{ ...kind, ...one }], market.clock.now());
  expect(await of({ price: { amount: 500, currency: 'USD' } })).toMatchObject({ x: { percent: 0 } });
  expect(await of({ price: { amount: 500, currency: 'USD' }, edition: 'unlimited' })).toMatchObject({
    x: { percent: 0 },
  });
  for (const other of [
    { grading: { company: 'PSA', grade: '9', certificate: null } },
    { catalogueCardId: null },
    { condition: 'poor' },
    { language: 'de' },
    { edition: 'first' },
    { signed: true },
    { altered: true },
    { misprint: true },
  ])
    expect(await of(other)).toEqual({});
});

test('[RO-02] the email of a saved search compares a copy with the median, and not for a free member', async () => {
  const kind = { condition: 'excellent' } as const;
  const [free, whole, shop] = [
    await market.signUp('free_waits'),
    await premium(market, await market.signUp('premium_waits')),
    await premium(market, await market.signUp('bolts_shop')),
  ];
  for (const as of [free, whole])
    await market.request('POST', '/api/saved-searches', {
      as,
      body: { name: 'Bolts', query: 'q=lightning+bolt&condition=excellent', frequency: 'now' },
    });
  const email = async (to: TestMember) =>
    (await market.request('GET', `/sandbox/mail.json?to=${to.email}`)).body[0]?.text;
  const notified = async () => {
    await listed(market, shop, { ...copy, ...kind, catalogueCardId: card });
    await market.runJobs();
    const said = await Promise.all([free, whole].map(email));
    await market.advance(hourMs);
    return said.map((text) => /\$4\.50[^\n]*/.exec(text)?.[0].trim());
  };
  for (const amount of [500, 500, 500, 600, 400]) await sold(amount, 60, kind);
  expect(await notified()).toEqual([
    '$4.50 · Saved search: Bolts',
    '$4.50 · 10% below market price · Saved search: Bolts',
  ]);
  for (const amount of [300, 300, 300, 300, 300]) await sold(amount, 2, kind);
  expect(await notified()).toEqual([
    '$4.50 · Saved search: Bolts',
    '$4.50 · 50% above market price · Saved search: Bolts',
  ]);
});

test('the price without shipping is compared, and a sold copy is not compared', async () => {
  const kind = { condition: 'light_played' } as const;
  const [waits, fond, shop] = [
    await premium(market, await market.signUp('post_waits')),
    await market.signUp('post_fond'),
    await premium(market, await market.signUp('post_shop')),
  ];
  const search = { name: 'Bolts', query: 'q=lightning+bolt&condition=light_played', frequency: 'now' };
  await market.request('POST', '/api/saved-searches', { as: waits, body: search });
  for (let n = 0; n < 5; n++) await sold(1_000, 2, kind);
  const usd = (amount: number) => ({ amount, currency: 'USD' as const });
  const shipping = [{ name: 'Letter', price: usd(900), tracked: false }];
  const { id } = await listed(market, shop, { ...copy, ...kind, price: usd(600), shipping, catalogueCardId: card });
  expect((await market.request('PUT', `/api/favorites/${id}`, { as: fond })).status).toBe(200);
  await market.runJobs();
  const notified = async (to: TestMember) =>
    /\$[^\n]*/.exec((await market.request('GET', `/sandbox/mail.json?to=${to.email}`)).body[0]?.text)?.[0].trim();
  expect(await notified(waits)).toBe('$6.00 · 40% below market price · $15.00 incl. shipping · Saved search: Bolts');
  await pay((await buyPlaced(market, buyer, id)).checkoutUrl);
  await passTime(market);
  await market.advance(10 * minuteMs);
  expect(await notified(fond)).toBe('$15.00 incl. shipping · Sold');
});

test('the figure of a kind is the rule’s, whatever was sold', async () => {
  const { pool } = market.platform;
  const now = market.clock.now();
  const sale = fc.record({
    amount: fc.integer({ min: 1, max: 40 }).map((n) => n * n),
    hours: fc.integer({ min: 1, max: 400 * 24 }),
    pair: fc.integer({ min: 1, max: 12 }),
    currency: fc.constantFrom('USD' as const, 'USD' as const, 'EUR' as const),
    finish: fc.constantFrom('foil', null),
  });
  const kindOf = (currency: 'USD' | 'EUR' | 'GBP', finish: string | null) => ({
    cardId: card,
    condition: 'good',
    language: 'en',
    finish,
    currency,
  });
  const kinds = (['USD', 'EUR', 'GBP'] as const).flatMap((currency) =>
    ['foil', null].map((finish) => kindOf(currency, finish)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { maxLength: 60 }), async (sales) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final)
           select 'history-0', 100 + row_number() over (), $1, s.finish, 'en', 'good', s.amount, s.currency, s.pair, $2::timestamptz - make_interval(hours => s.hours), true
           from jsonb_to_recordset($3::jsonb) as s (amount bigint, hours int, pair text, currency text, finish text)`,
          [card, now, JSON.stringify(sales)],
        );
        const found = await marketPrices(client, kinds, now);
        for (const kind of kinds) {
          const own = sales
            .filter(({ finish }) => finish === kind.finish)
            .map((one) => ({ ...one, keys: [String(one.pair)], at: new Date(now.getTime() - one.hours * hourMs) }));
          expect([kind, found.get(marketKey(kind))]).toEqual([kind, byRule(own, kind.currency, now)]);
        }
      } finally {
        await client.query('rollback');
        client.release();
      }
    }),
    { numRuns: 120 },
  );
}, 60_000);

test('the figure’s days are of 24 hours each, in whatever zone the database’s connection is', async () => {
  const client = await market.platform.pool.connect();
  // Berlin’s clocks go forward between the two, so that 30 of its days are an hour shorter.
  const [at, now] = [new Date('2026-03-11T12:30:00Z'), new Date('2026-04-10T12:00:00Z')];
  const kind = { cardId: card, condition: 'good', language: 'en', finish: 'etched', currency: 'USD' } as const;
  try {
    await client.query('begin');
    await client.query("set local TimeZone = 'Europe/Berlin'");
    await client.query(
      `insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final)
       select 'history-0', 100 + n, $1, 'etched', 'en', 'good', 500, 'USD', n::text, $2, true from generate_series(1, 5) n`,
      [card, at],
    );
    expect((await marketPrices(client, [kind], now)).get(marketKey(kind))).toEqual({
      isEnough: true,
      amount: 500,
      count: 5,
      days: 30,
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

type Sold = Sale & { currency: 'USD' | 'EUR' };

/** What the rule's own functions say of all sales of a kind. */
function byRule(sales: readonly Sold[], currency: string, now: Date) {
  const figures = (of: string, days: number) => {
    const counted = countedIn(
      sales.filter((sale) => sale.currency === of),
      days,
      now,
    );
    return { median: figuresOf(counted)?.median, count: counted.length };
  };
  for (const days of [30, 90, 365]) {
    const { median, count } = figures(currency, days);
    if (median !== undefined) return { isEnough: true, amount: median, count, days };
  }
  const [newest, ...rest] = Map.groupBy(
    sales.toSorted((a, b) => b.at.getTime() - a.at.getTime()),
    (sale) => sale.currency,
  ).keys();
  const other = [newest, ...rest].find(
    (one) => one !== undefined && one !== currency && figures(one, 365).median !== undefined,
  );
  return { isEnough: false, count: figures(currency, 365).count, days: 365, otherCurrency: other ?? null };
}
