import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { reconcileSales } from '#features/orders/reconcile-sales.server.ts';
import { bankDoes, buyPlaced, makePremium, passTime, pay, setFaults, signInAgain } from '#features/orders/testing.ts';
import { comparePrices } from '#features/prices/compare-prices.server.ts';
import { dayMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { expectKeptAsCounted, sellTogether } from './prices.testing.ts';

let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;
let buyers: TestMember[];
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await market.signUp('sells_cards');
  await makePremium(market, seller);
  buyers = await Promise.all(Array.from({ length: 7 }, () => market.signUp()));
}, 60_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const card = (externalId: string): string => cards[externalId] ?? '';
const pricesAt = (cardId: string, query = '', as?: TestMember) =>
  market.request('GET', `/api/catalogue/cards/${cardId}/prices${query}`, as ? { as } : {});

/** One copy, bought and paid; without `isPaid` only ordered. */
async function sell(cardId: string, amount: number, buyer: TestMember, more: Record<string, unknown> = {}, isPaid = true): Promise<string> {
  const { id } = await listed(market, seller, { catalogueCardId: cardId, price: usd(amount), ...more });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, id);
  if (isPaid) expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

async function later(ms: number): Promise<void> {
  await passTime(market, ms);
  seller = await signInAgain(market, seller);
  buyers = await Promise.all(buyers.map((buyer) => signInAgain(market, buyer)));
}

test('[11-4] [EN-06] a card says what it was sold for in the moment of the fifth paid sale, and takes back what was called off or refunded', async () => {
  const id = card('base1-4');
  const nothing = { days: 30, currency: 'USD', enough: false, median: null, low: null, count: 0, asks: { low: null, count: 0 }, series: [] };
  expect((await pricesAt(id)).body).toEqual(nothing);
  const orders: string[] = [];
  for (const [at, amount] of [1_000, 1_100, 1_300, 1_500].entries()) orders.push(await sell(id, amount, buyers[at] as TestMember));
  const today = market.clock.now().toISOString().slice(0, 10);
  // Too few to say a median of all; what was sold is said all the same.
  expect((await pricesAt(id)).body).toEqual({
    ...nothing,
    count: 4,
    series: [{ date: today, median: usd(1_200), count: 4 }],
  });
  await sell(id, 1_900, buyers[4] as TestMember, {}, false);
  expect((await pricesAt(id)).body).toMatchObject({ enough: false, count: 4 });
  orders.push(await sell(id, 1_400, buyers[5] as TestMember));
  expect((await pricesAt(id)).body).toMatchObject({ enough: true, count: 5, median: usd(1_300), low: usd(1_000) });
  // Copies for sale are counted with what they cost.
  await listed(market, seller, { catalogueCardId: id, price: usd(1_700), quantity: 3 });
  expect((await pricesAt(id)).body.asks).toEqual({ low: usd(1_700), count: 3 });

  expect((await market.request('POST', `/api/orders/${orders[0]}/cancel`, { as: seller, body: { reason: 'Damaged' } })).status).toBe(200);
  expect((await market.request('POST', `/api/orders/${orders[1]}/refund`, { as: seller, body: {} })).status).toBe(200);
  await passTime(market);
  expect((await pricesAt(id)).body).toMatchObject({ enough: false, count: 3, median: null });
});

test('[11-4] only what is asked for counts: condition, slab, finish, language, currency, days; each in its own words', async () => {
  const id = card('lea-161');
  const sorts: [number, Record<string, unknown>][] = [
    [500, { finish: 'foil' }],
    [520, { finish: 'foil', condition: 'good' }],
    [540, { finish: 'nonfoil', language: 'de' }],
    [1_990, { finish: 'nonfoil', grading: { company: 'PSA', grade: '9' } }],
    [700, { finish: 'nonfoil', price: { amount: 700, currency: 'EUR' } }],
  ];
  for (const [at, [amount, more]] of sorts.entries()) await sell(id, amount, buyers[at] as TestMember, more);
  const count = async (query: string) => (await pricesAt(id, query)).body.count;
  expect([await count('?finish=foil'), await count('?condition=good'), await count('?condition=near_mint'), await count('?language=de')]).toEqual([
    2, 1, 2, 1,
  ]);
  expect([await count('?condition=graded'), await count('?currency=EUR'), await count('')]).toEqual([1, 1, 4]);
  expect((await pricesAt(id, '?currency=EUR')).body).toMatchObject({ currency: 'EUR', series: [{ median: { amount: 700, currency: 'EUR' } }] });
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
    for (const field of ['finish', 'language']) expect([200, 400, 422], strange).toContain((await pricesAt(id, `?${field}=${strange}`)).status);
  expect((await pricesAt('nope')).status).toBe(404);
});

test('[RO-02] [RO-03] [EN-06] [11-4] visitors and free members see thirty days and the median, premium a year, halves and each sale; the file says the same', async () => {
  const id = card('base1-58');
  for (const [at, amount] of [200, 220, 240, 260, 900].entries()) await sell(id, amount, buyers[at] as TestMember);
  const free = buyers[6] as TestMember;
  const lapsed = buyers[5] as TestMember;
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [lapsed.id]);
  for (const as of [undefined, free, lapsed]) {
    const { body } = await pricesAt(id, '?days=30', as);
    expect(body).toMatchObject({ enough: true, median: usd(240), low: usd(200), count: 5 });
    expect([body.spread, body.sales, body.series[0].spread]).toEqual([undefined, undefined, undefined]);
    for (const file of ['', '.csv']) {
      const refused = await market.request('GET', `/api/catalogue/cards/${id}/prices${file}?days=31`, as ? { as } : {});
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'tier_limit',
        'Prices further back than 30 days are a part of premium. The last 30 days are open to everybody.',
      ]);
    }
  }
  const csvOf = async (query: string, as?: TestMember) =>
    (await market.request('GET', `/api/catalogue/cards/${id}/prices.csv${query}`, as ? { as } : {})).body;
  const day = market.clock.now().toISOString().slice(0, 10);
  expect(await csvOf('')).toBe(`date,median,currency,sales\n${day},2.40,USD,5\n`);
  expect(await csvOf('?days=30', seller)).toBe(`date,median,low,high,currency,sales\n${day},2.40,2.20,2.60,USD,5\n`);
  const { body } = await pricesAt(id, '?days=365', seller);
  expect(body).toMatchObject({ spread: { low: usd(220), high: usd(260) }, series: [{ spread: { low: usd(220), high: usd(260) } }] });
  expect(body.sales.map(({ price }: { price: { amount: number } }) => price.amount)).toEqual([200, 220, 240, 260, 900]);
  await later(40 * dayMs);
  expect((await pricesAt(id)).body.count).toBe(0);
  expect((await pricesAt(id, '?days=90', seller)).body.count).toBe(5);
});

test('[13-B1] [11-4] the form that sets a price shows what a card is offered for and was sold for, as far back as the plan sees, and what such a copy brings', async () => {
  const id = card('lea-232');
  const free = buyers[6] as TestMember;
  const compare = (as: TestMember, kind = {}, cardId = id) => comparePrices(market.platform, actorOf(as), cardId, kind);
  const near = { condition: 'near_mint', finish: 'nonfoil', language: 'en' } as const;
  const low = await listed(market, seller, { catalogueCardId: id, price: usd(1_000), quantity: 2 });
  await listed(market, seller, { catalogueCardId: id, price: { amount: 1_900, currency: 'EUR' }, condition: 'good' });
  await sell(id, 1_500, buyers[0] as TestMember, { grading: { company: 'PSA', grade: '9' } });
  for (let n = 0; n < 5; n++) await sell(id, 1_000 + n * 10, buyers[n] as TestMember);
  const read = await compare(free, near);
  expect(read).toEqual({
    days: 30,
    asks: [
      { condition: 'good', currency: 'EUR', low: 1_900, high: 1_900, count: 1 },
      { condition: 'near_mint', currency: 'USD', low: 1_000, high: 1_000, count: 2 },
    ],
    sales: [
      { condition: 'graded', currency: 'USD', low: 1_500, high: 1_500, count: 1 },
      { condition: 'near_mint', currency: 'USD', low: 1_000, high: 1_040, count: 5 },
    ],
    suggested: { price: usd(1_020), count: 5, days: 30 },
  });
  expect(await compare(free, {}, 'none')).toMatchObject({ asks: [], sales: [], suggested: null });
  // Of others: one's own copies say nothing of what to ask.
  expect(await compare(seller, near)).toMatchObject({ days: 365, asks: [], sales: read.sales });
  // A second look within half a minute asks the database for nothing.
  await market.platform.pool.query('update listing set price_amount = 1 where id = $1', [low.id]);
  expect(await compare(free, near)).toEqual(read);
  await market.platform.pool.query('update listing set price_amount = 1000 where id = $1', [low.id]);
  await later(40 * dayMs);
  expect(await compare(free, near)).toMatchObject({ sales: [], suggested: null });
  expect(await compare(seller, near)).toMatchObject({ suggested: { price: usd(1_020), count: 5, days: 90 } });
});

test('[11-4] a seller who has bought from the same card or door before makes no price, and two members make one in thirty days', async () => {
  const id = card('swsh7-215');
  for (let n = 0; n < 3; n++) await sell(id, 800, buyers[0] as TestMember);
  expect((await pricesAt(id)).body.count).toBe(1);
  const own = await sell(id, 800, buyers[1] as TestMember, {}, false);
  await market.platform.pool.query("insert into order_sign (order_id, kind, at) values ($1, 'browser', $2)", [own, market.clock.now()]);
  await payAgain(own, buyers[1] as TestMember);
  expect((await pricesAt(id)).body.count).toBe(1);
  await later(31 * dayMs);
  await sell(id, 800, buyers[0] as TestMember);
  expect((await pricesAt(id, '?days=90', seller)).body.count).toBe(2);
});

test('[11-4] [EN-06] money given back in part, by the seller or at Stripe, takes the sale out at once; money that did not arrive brings it back', async () => {
  const id = card('base1-58');
  const { pool, payments } = market.platform;
  const orders: string[] = [];
  for (const [at, amount] of [300, 310, 320, 330, 340].entries()) orders.push(await sell(id, amount, buyers[at] as TestMember));
  const count = async () => (await pricesAt(id)).body.count;
  const giveBack = (order: string | undefined) => market.request('POST', `/api/orders/${order}/refund`, { as: seller, body: { amount: usd(10) } });
  expect(await count()).toBe(5);
  expect((await giveBack(orders[0])).status).toBe(200);
  expect(await count()).toBe(4);
  const { rows } = await pool.query('select payment_intent_id from payment where order_id = $1', [orders[1]]);
  await payments.stripe.refunds.create({ payment_intent: rows[0].payment_intent_id, amount: 10 });
  await passTime(market);
  expect(await count()).toBe(3);
  await setFaults(market, { refunds: 'fail' });
  expect((await giveBack(orders[2])).status).toBe(200);
  expect(await count()).toBe(2);
  await passTime(market);
  await setFaults(market, null);
  expect(await count()).toBe(3);
});

test('[11-4] a part of an order of several cards that is given back takes out the sales of those that it names, and of all where it names none', async () => {
  const cards = [card('lea-161'), card('swsh7-215')];
  const counts = () => Promise.all(cards.map(async (id): Promise<number> => (await pricesAt(id)).body.count));
  const giveBack = (id: string, body: object) => market.request('POST', `/api/orders/${id}/refund`, { as: seller, body });
  const before = await counts();
  const [none, one] = [await sellTogether(market, seller, cards), await sellTogether(market, seller, cards)];
  expect(await counts()).toEqual(before.map((count) => count + 2));
  expect((await giveBack(none.id, { amount: usd(10) })).status).toBe(200);
  expect(await counts()).toEqual(before.map((count) => count + 1));

  const [first] = one.items;
  const wrong = await giveBack(one.id, { items: [first?.listingId, 'another'] });
  expect([wrong.status, wrong.body.errors]).toEqual([422, { items: 'One of these cards is not in this order.' }]);
  // Without an amount, what was paid for it: the half of what was agreed for both.
  const back = await giveBack(one.id, { items: [first?.listingId], reason: 'It is bent' });
  expect([back.status, back.body.refunded, back.body.history.at(-1).note]).toEqual([
    200,
    usd(450),
    expect.stringMatching(/^\$4\.50 given back for “[^”]+”: It is bent/),
  ]);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
  await passTime(market);
  await expectKeptAsCounted(market);
  // A process of before names none, and is mended by the nightly look; the one that is named stays out.
  await market.platform.pool.query('delete from card_sale where order_id = $1', [one.id]);
  await reconcileSales(market.platform);
  await expectKeptAsCounted(market);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
});

test('[11-4] a part that the buyer’s bank takes back takes the sale out, while it decides and for good; what it gives back is a sale again', async () => {
  const id = card('lea-232');
  const orders: string[] = [];
  for (const [at, amount] of [600, 610, 620].entries()) orders.push(await sell(id, amount, buyers[at] as TestMember, { language: 'de' }));
  const count = async () => (await pricesAt(id, '?language=de')).body.count;
  const asksBack = async (orderId: string | undefined, more: Record<string, unknown> = {}) => {
    const { id } = await bankDoes(market, 'disputes', { orderId, amount: 50, ...more });
    await passTime(market);
    return id;
  };
  const decides = async (dispute: string, outcome: string) => {
    await bankDoes(market, `disputes/${dispute}/decide`, { outcome });
    await passTime(market);
  };
  expect(await count()).toBe(3);
  const [lost, won] = [await asksBack(orders[0]), await asksBack(orders[1])];
  expect(await count()).toBe(1);
  await decides(lost, 'lost');
  await decides(won, 'won');
  expect(await count()).toBe(2);
  await expectKeptAsCounted(market);
  // As a process of the version before left it.
  const { pool } = market.platform;
  const { rows } = await pool.query(
    'insert into card_sale select $2, position, card_id, finish, language, condition, price_amount, currency, pair, is_own, sold_at from card_sale where order_id = $1 returning order_id',
    [orders[1], orders[0]],
  );
  expect(rows).toHaveLength(1);
  await reconcileSales(market.platform);
  expect(await count()).toBe(2);
});

test('[11-4] of one pair one sale counts in thirty days, also where the first lies before the stretch that is shown', async () => {
  const id = card('lea-161');
  const count = async (days: number) => (await pricesAt(id, `?finish=foil&days=${days}`)).body.count;
  await sell(id, 600, buyers[0] as TestMember, { finish: 'foil' });
  await later(20 * dayMs);
  await sell(id, 900, buyers[0] as TestMember, { finish: 'foil' });
  expect([await count(30), await count(7)]).toEqual([1, 0]);
  await later(15 * dayMs);
  expect(await count(30)).toBe(0);
  await sell(id, 700, buyers[0] as TestMember, { finish: 'foil' });
  expect(await count(30)).toBe(1);
});

async function payAgain(orderId: string, buyer: TestMember): Promise<void> {
  const { body } = await market.request('GET', `/api/orders/${orderId}`, { as: buyer });
  expect((await pay(body.checkoutUrl)).status).toBe(200);
  await passTime(market);
}

test('[11-4] what is kept equals a recount over whatever members did, and is mended where a process of before did it', async () => {
  const step = fc.record({
    buyer: fc.nat({ max: 5 }),
    amount: fc.integer({ min: 50, max: 1_900 }),
    move: fc.constantFrom('leave', 'pay', 'cancel', 'refund', 'part', 'ship', 'dispute'),
    named: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      for (const { buyer, amount, move, named } of steps) {
        const as = buyers[buyer] as TestMember;
        const what = named ? {} : { catalogueCardId: undefined };
        const order = await sell(card('base1-4'), amount, as, what, move !== 'leave');
        const act = (by: TestMember, verb: string, body: Record<string, unknown> = {}) =>
          market.request('POST', `/api/orders/${order}/${verb}`, { as: by, body });
        if (move === 'leave') await act(as, 'cancel', { reason: 'Changed my mind' });
        if (move === 'cancel') await act(seller, 'cancel', { reason: 'Damaged' });
        if (move === 'refund') await act(seller, 'refund');
        if (move === 'part') await act(seller, 'refund', { amount: usd(10) });
        if (move === 'ship' || move === 'dispute') await act(seller, 'ship', { carrier: 'Post' });
        if (move === 'dispute') await act(as, 'dispute', { reason: 'not_as_described', text: 'The corner is bent.' });
        await passTime(market);
      }
      await expectKeptAsCounted(market);
    }),
    { seed: 20_261_126, numRuns: 3 },
  );
  const { pool } = market.platform;
  const { rows } = await pool.query<{ order_id: string }>('select distinct order_id from card_sale order by 1');
  const [lost, stale, part] = rows.map(({ order_id }) => order_id);
  expect(rows.length).toBeGreaterThan(3);
  // What a process of the version before would leave: a sale that nobody kept, and those of orders that were given back, whole or in part.
  await pool.query('delete from card_sale where order_id = $1', [lost]);
  await pool.query(`update orders set status = 'refunded', updated_at = $2 where id = $1`, [stale, market.clock.now()]);
  await pool.query('update orders set updated_at = $2 where id = $1', [lost, market.clock.now()]);
  await pool.query(`insert into refund (id, order_id, amount, currency, cause, state, asked_at) values ($1, $1, 10, 'USD', 'stripe', 'done', $2)`, [
    part,
    market.clock.now(),
  ]);
  await pool.query(`update orders set updated_at = paid_at - interval '9 days' where id = $1`, [part]);
  await reconcileSales(market.platform);
  await expectKeptAsCounted(market);
}, 120_000);
