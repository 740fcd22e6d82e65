import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox } from '#app/sandbox/sandbox.server.ts';
import { market as features } from '#app/server/features.server.ts';
import { importTestCards, listed } from '#features/listings/testing.ts';
import {
  buyPlaced,
  completeOrder,
  makePremium,
  passTime,
  pay,
  cards as paymentCards,
  signInAgain,
} from '#features/orders/testing.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { JobsStuck } from '#platform/jobs/worker.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { usd } from '../testing.ts';
import { runRule, startNight } from './run-rules.server.ts';

let market: TestMarket;
let shop: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  const other = await market.signUp('sold_before');
  await makePremium(market, other);
  const buyers = await Promise.all(Array.from({ length: 5 }, () => market.signUp()));
  for (const [cardId, amounts, more] of [
    [cards['base1-4'], [900, 950, 1_000, 1_050, 1_100], {}],
    [cards['base1-58'], [300, 310, 320, 330, 340], {}],
    [cards['base1-4'], [400, 410, 420, 430, 440], { condition: 'played' }],
  ] as const)
    for (const [at, amount] of amounts.entries()) {
      const { id } = await listed(market, other, { catalogueCardId: cardId, price: usd(amount), ...more });
      const buyer = buyers[at] as TestMember;
      const { order, checkoutUrl } = await buyPlaced(market, buyer, id);
      expect((await pay(checkoutUrl, paymentCards.good, buyer.email)).status).toBe(200);
      await passTime(market);
      await completeOrder(market, other, buyer, order.id);
    }
  shop = await market.signUp('follows_market');
  await makePremium(market, shop);
}, 120_000);
afterAll(() => market?.close());

const sells = (name: string, cardId: string | undefined, price: Money, more: object = {}) =>
  listed(
    market,
    shop,
    cardId ? { catalogueCardId: cardId, title: name, price, ...more } : { name, game: 'pokemon', price, ...more },
  );
const post = (path: string, body?: object) => market.request('POST', `/api/listings/bulk${path}`, { as: shop, body });
const priceOf = async (id: string) => (await market.request('GET', `/api/listings/${id}`)).body.price.amount;

test('a rule sets prices relative to the market, never under a floor or the cost, and gives the reason for each', async () => {
  const [zard, pika] = [cards['base1-4'], cards['base1-58']];
  const follows = await sells('Follows', zard, usd(1_900));
  const all = [
    follows,
    await sells('Played', zard, usd(100), { condition: 'played' }),
    await sells('Floor', pika, usd(500)),
    await sells('Paid', zard, usd(1_200), { cost: usd(980) }),
    await sells('Paid in euro', zard, usd(1_200), { cost: { amount: 980, currency: 'EUR' } }),
    await sells('Euro', zard, { amount: 1_200, currency: 'EUR' }),
    await sells('German', zard, usd(1_200), { language: 'de' }),
    await sells('Free text', undefined, usd(1_200)),
    await sells('Slab', zard, usd(1_200), { grading: { company: 'PSA', grade: 9 } }),
    await sells('As it is', zard, usd(950)),
  ];
  const ids = all.map(({ id }) => id);
  // The market price is the one that the prices feature publishes for that printing, finish, condition and language.
  const published = (
    await market.request(
      'GET',
      `/api/catalogue/cards/${zard}/prices?condition=near_mint&finish=holo&language=en&currency=USD`,
      { as: shop },
    )
  ).body;
  expect(published.median).toEqual(usd(1_000));

  const preview = await post('', { ids, change: { market: -5, floor: usd(350), aboveCost: true } });
  expect([preview.status, preview.body.said]).toEqual([
    201,
    'Market price minus 5% · Minimum price $3.50 · Not below cost',
  ]);
  type Row = { title: string; state: string; to: { amount: number } | null; reason: string; why: string };
  expect(
    preview.body.changes.map(({ title, state, to, reason, why }: Row) => [
      title,
      state,
      to?.amount ?? null,
      reason,
      why,
    ]),
  ).toEqual([
    ['Follows', 'will', 950, 'market', 'The market price is $10.00, the median of 5 sales in 30 days.'],
    ['Played', 'will', 399, 'market', 'The market price is $4.20, the median of 5 sales in 30 days.'],
    [
      'Floor',
      'will',
      350,
      'floor',
      'The market price is $3.20, the median of 5 sales in 30 days. Your minimum price applies.',
    ],
    [
      'Paid',
      'will',
      980,
      'cost',
      'The market price is $10.00, the median of 5 sales in 30 days. Your cost applies as the minimum price.',
    ],
    [
      'Paid in euro',
      'refused',
      null,
      'currency',
      'The price is in USD. Your cost is in EUR, so we can’t compare them.',
    ],
    ['Euro', 'refused', null, 'currency', 'The price is in EUR. The minimum price is in USD.'],
    ['German', 'refused', null, 'few_sales', 'There are no sales in 365 days, so there is no market price.'],
    [
      expect.stringContaining('Free text'),
      'refused',
      null,
      'no_card',
      'The listing has no card from our card database, so it has no market price.',
    ],
    ['Slab', 'refused', null, 'graded', 'Market prices don’t apply to graded cards.'],
    ['As it is', 'stays', 950, 'market', 'The market price is $10.00, the median of 5 sales in 30 days.'],
  ]);
  expect(await priceOf(follows.id)).toBe(1_900);
  expect((await post(`/${preview.body.id}/commit`)).status).toBe(200);
  await market.runJobs();
  expect(await Promise.all(ids.map(priceOf))).toEqual([950, 399, 350, 980, 1_200, 1_200, 1_200, 1_200, 1_200, 950]);
  const made = (await market.request('GET', `/api/listings/bulk/${preview.body.id}`, { as: shop })).body;
  expect(made.changes[0]).toMatchObject({
    state: 'done',
    reason: 'market',
    why: 'The market price is $10.00, the median of 5 sales in 30 days.',
  });
  const rounded = await post('', { ids: [follows.id], change: { market: -5, rounding: 'ends_in_9', mostPercent: 10 } });
  // Within a tenth of 950, the price in force.
  expect([rounded.body.said, rounded.body.changes[0].to]).toEqual([
    'Market price minus 5% · Maximum change 10% · Prices end in 9',
    usd(949),
  ]);
  await post(`/${preview.body.id}/undo`);
  await market.runJobs();
  expect(await priceOf(follows.id)).toBe(1_900);
});

test('a rule stays within its largest change, and ignores market prices of another currency', async () => {
  const zard = cards['base1-4'];
  const dear = await sells('Dear', zard, usd(1_990));
  const cheap = await sells('Cheap', zard, usd(100), { cost: usd(990) });
  const euro = await sells('Euro too', zard, { amount: 1_200, currency: 'EUR' });
  const ids = [dear.id, cheap.id, euro.id];
  const { body } = await post('', { ids, change: { market: 0, aboveCost: true, mostPercent: 20 } });
  expect(body.said).toBe('Market price · Not below cost · Maximum change 20%');
  expect(
    body.changes.map(({ to, reason, why }: Record<string, { amount: number }>) => [to?.amount, reason, why]),
  ).toEqual([
    [
      1_592,
      'largest_change',
      'The market price is $10.00, the median of 5 sales in 30 days. The maximum change is 20%.',
    ],
    // A floor holds against the largest change too.
    [
      990,
      'cost',
      'The market price is $10.00, the median of 5 sales in 30 days. Your cost applies as the minimum price.',
    ],
    [undefined, 'currency', 'The price is in EUR. The sales of this card are in USD.'],
  ]);
  // Without a lowest price and a largest change the default applies, and is shown.
  const plain = await post('', { ids: [dear.id], change: { market: 0 } });
  expect([plain.body.said, plain.body.changes[0].to.amount]).toEqual(['Market price · Maximum change 20%', 1_592]);
  const floored = await post('', { ids: [dear.id], change: { market: 0, floor: usd(50) } });
  expect([floored.body.said, floored.body.changes[0].to.amount]).toEqual(['Market price · Minimum price $0.50', 1_000]);
  for (const [change, errors] of [
    [{ market: -100 }, { 'change.market': 'Enter a percentage from -99 to 1,000, with at most 2 decimals.' }],
    [{ percent: 5, aboveCost: true }, { 'change.market': 'Use aboveCost and mostPercent with market only.' }],
    [{ market: 0, mostPercent: 0 }, { 'change.mostPercent': 'Enter a whole percentage from 1 to 1,000.' }],
  ] as const)
    expect((await post('', { ids, change })).body.errors).toEqual(errors);
});

test('a rule runs once a night over its search, stores a record, can be undone, and pauses without premium', async () => {
  const [zard, pika] = [cards['base1-4'], cards['base1-58']];
  const before = { filter: {}, change: { pause: true }, preview: false };
  await post('', before);
  await market.runJobs();
  const rules = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object, as = shop) =>
    market.request(method, `/api/price-rules${path}`, { as, body });
  const a = await sells('Nightly', zard, usd(1_900));
  const held = await sells('Held', zard, usd(1_900));
  const played = await sells('Nightly, played', zard, usd(430), { condition: 'played' });
  const other = await sells('Another card', pika, usd(900));
  const buyer = await market.signUp();
  expect((await market.request('POST', '/api/orders', { as: buyer, body: { listingId: held.id } })).status).toBe(201);
  const rule = {
    name: 'Charizards',
    filter: { query: 'n:4 cond>=nm' },
    change: { market: -5, floor: usd(50), mostPercent: 20 },
  };
  const { status, body: made } = await rules('POST', '', rule);
  expect([status, made.name, made.said, made.isOn, made.paused, made.runs]).toEqual([
    201,
    'Charizards',
    'Market price minus 5% · Minimum price $0.50 · Maximum change 20%',
    true,
    null,
    [],
  ]);
  const seen = (await rules('POST', `/${made.id}/preview`)).body;
  expect(seen.changes.map(({ title }: { title: string }) => title)).toEqual(['Nightly', 'Held']);
  expect(await priceOf(a.id)).toBe(1_900);

  // The night may start twice, and its process may be killed in between: it is one run.
  await startNight(market.platform);
  await startNight(market.platform);
  await market.runJobs();
  await runRule(market.platform, made.id, market.clock.now().toISOString().slice(0, 10));
  await market.runJobs();
  expect(await Promise.all([a, held, played, other].map(({ id }) => priceOf(id)))).toEqual([1_520, 1_900, 430, 900]);
  const [run, ...more] = (await rules('GET', `/${made.id}`)).body.runs;
  expect(more).toEqual([]);
  expect([run.status, run.counts.done, run.counts.refused]).toEqual(['committed', 1, 1]);
  const record = (await market.request('GET', `/api/listings/bulk/${run.id}`, { as: shop })).body;
  expect(record.changes.map(({ title, state, why }: Record<string, string>) => [title, state, why])).toEqual([
    ['Nightly', 'done', 'The market price is $10.00, the median of 5 sales in 30 days. The maximum change is 20%.'],
    ['Held', 'refused', 'This listing is reserved for a buyer. You can’t change it now.'],
  ]);
  // As after a manual edit: a version, and an event.
  const { rows } = await market.platform.pool.query(
    "select data ->> 'change' as change from outbox_event where subject = $1 and kind = 'listing.changed' order by id",
    [a.id],
  );
  expect(rows.at(-1)).toEqual({ change: 'repriced' });
  expect((await post(`/${run.id}/undo`)).status).toBe(200);
  await market.runJobs();
  expect(await priceOf(a.id)).toBe(1_900);

  const stranger = await market.signUp();
  for (const [method, path, body] of [
    ['GET', `/${made.id}`],
    ['PUT', `/${made.id}`, rule],
    ['DELETE', `/${made.id}`],
    ['POST', `/${made.id}/preview`],
  ] as const)
    expect((await rules(method, path, body, stranger)).status).toBe(404);
  expect(await rules('POST', '', rule, stranger)).toMatchObject({ status: 403, body: { code: 'tier_limit' } });
  expect((await rules('POST', '', { ...rule, filter: { query: 'cond>=shiny' } })).body.errors).toHaveProperty([
    'filter.query',
  ]);
  expect((await rules('POST', '', { ...rule, change: { percent: -5 } })).body.errors).toEqual({
    change: 'A price rule follows the market price. Send change.market.',
  });

  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [shop.id]);
  await market.platform.pool.query('delete from subscription where user_id = $1', [shop.id]);
  await market.advance(dayMs);
  shop = await signInAgain(market, shop);
  await startNight(market.platform);
  await market.runJobs();
  const lapsed = (await rules('GET', `/${made.id}`)).body;
  expect(lapsed).toMatchObject({ isOn: true, paused: expect.stringContaining('part of Premium') });
  expect(lapsed.runs).toHaveLength(1);
  expect((await rules('PUT', `/${made.id}`, { ...rule, isOn: false })).body).toMatchObject({
    isOn: false,
    paused: null,
  });
  expect((await rules('PUT', `/${made.id}`, rule)).status).toBe(403);
  expect((await rules('DELETE', `/${made.id}`)).status).toBe(200);
  expect((await rules('GET')).body).toEqual({ items: [] });
});

test('moving the sandbox clock past a night runs the night’s rules, each once', async () => {
  const seller = await market.signUp('moves_clock');
  await makePremium(market, seller);
  const rule = { name: 'Overnight', filter: { query: 'nothingsuch' }, change: { market: -5 } };
  const { body: made } = await market.request('POST', '/api/price-rules', { as: seller, body: rule });
  const { app } = createSandbox(market.platform, null, features.schedules);
  const nights = async () => {
    seller.cookie = (await signInAgain(market, seller)).cookie;
    const { runs } = (await market.request('GET', `/api/price-rules/${made.id}`, { as: seller })).body;
    return runs.map(({ night, status }: Record<string, string>) => `${night} ${status}`);
  };
  const moveTo = async (at: number, by = app) =>
    by.request('/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: (at - market.clock.now().getTime()) / 1_000 }),
    });
  // To one in the morning: the last skipped night started on the day before, and that of this day is still to come.
  const midnight = Math.ceil(market.clock.now().getTime() / dayMs) * dayMs + 3 * dayMs;
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  expect((await moveTo(midnight + hourMs)).status).toBe(200);
  expect(await nights()).toEqual([`${dayAt(midnight - dayMs)} committed`]);
  expect((await moveTo(midnight + 3 * hourMs)).status).toBe(200);
  expect(await nights()).toEqual([`${dayAt(midnight)} committed`, `${dayAt(midnight - dayMs)} committed`]);

  // Where no process runs jobs, the answer says that the clock moved, and the night runs once there is one.
  const real = market.platform.pool;
  let running: string[] = [];
  const query = (text: string, ...more: never[]) => {
    if (String(text).includes('job_timer where due_at <= $1) timers')) throw new JobsStuck(['bulk.night'], running);
    return real.query(text, ...more);
  };
  const pool = new Proxy(real, { get: (_, name) => (name === 'query' ? query : Reflect.get(real, name)) });
  const alone = createSandbox({ ...market.platform, pool }, null, features.schedules);
  const said = await moveTo(midnight + dayMs + 3 * hourMs, alone.app);
  const now = market.clock.now();
  expect(now.getTime()).toBeGreaterThanOrEqual(midnight + dayMs + 3 * hourMs);
  expect([said.status, await said.json()]).toMatchObject([
    503,
    {
      code: 'jobs_waiting',
      waiting: ['bulk.night'],
      message: expect.stringMatching(/^The clock is now .*no worker is running/),
    },
  ]);
  // Where one is only slow, the answer does not ask to start a process.
  running = ['bulk.night'];
  const slow = await moveTo(market.clock.now().getTime(), alone.app);
  expect([slow.status, (await slow.json()).message]).toEqual([
    503,
    expect.stringMatching(/^The clock is now \S+\. These jobs are still running: bulk\.night\.$/),
  ]);
  await market.runJobs();
  expect((await nights())[0]).toBe(`${dayAt(midnight + dayMs)} committed`);
});

test('of twenty-five concurrent rules twenty are created, and invalid text is refused by its field', async () => {
  const seller = await market.signUp('keeps_rules');
  await makePremium(market, seller);
  const make = (more: object) =>
    market.request('POST', '/api/price-rules', { as: seller, body: { name: 'Rule', change: { market: -5 }, ...more } });
  const answers = await Promise.all(Array.from({ length: 25 }, () => make({})));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  for (const query of ['a\u0000b', '\ud800']) {
    const { status, body } = await make({ filter: { query } });
    expect([status, body.errors]).toEqual([
      422,
      { 'filter.query': 'The search has characters that can’t be read. Type it again.' },
    ]);
  }
});
