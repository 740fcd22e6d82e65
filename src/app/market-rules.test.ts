import { afterAll, beforeAll, expect, test } from 'vitest';
import { usd } from '#features/bulk/testing.ts';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { buyPlaced, makePremium, passTime, pay } from '#features/orders/testing.ts';
import type { Money } from '#kernel/money.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

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
      const { checkoutUrl } = await buyPlaced(market, buyers[at] as TestMember, id);
      expect((await pay(checkoutUrl)).status).toBe(200);
      await passTime(market);
    }
  shop = await market.signUp('follows_market');
  await makePremium(market, shop);
}, 120_000);
afterAll(() => market?.close());

const sells = (name: string, cardId: string | undefined, price: Money, more: object = {}) =>
  listed(market, shop, cardId ? { catalogueCardId: cardId, title: name, price, ...more } : { name, game: 'pokemon', price, ...more });
const post = (path: string, body?: object) => market.request('POST', `/api/listings/bulk${path}`, { as: shop, body });
const priceOf = async (id: string) => (await market.request('GET', `/api/listings/${id}`)).body.price.amount;

test('[11-3] a rule sets prices beside the market, never under a floor or what was paid, and says of each what settled it', async () => {
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
  // The market is what the room of prices publishes for that printing, finish, condition and language.
  const published = (await market.request('GET', `/api/catalogue/cards/${zard}/prices?condition=near_mint&finish=holo&language=en&currency=USD`))
    .body;
  expect(published.median).toEqual(usd(1_000));

  const asked = await post('', { ids, change: { market: -5, floor: usd(350), aboveCost: true } });
  expect([asked.status, asked.body.said]).toEqual([201, 'Market price less 5 %, never under $3.50 or what you paid']);
  type Row = { title: string; state: string; to: { amount: number } | null; reason: string; why: string };
  expect(asked.body.changes.map(({ title, state, to, reason, why }: Row) => [title, state, to?.amount ?? null, reason, why])).toEqual([
    ['Follows', 'will', 950, 'market', 'The market is $10.00, of 5 sales in 30 days.'],
    ['Played', 'will', 399, 'market', 'The market is $4.20, of 5 sales in 30 days.'],
    ['Floor', 'will', 350, 'floor', 'The market is $3.20, of 5 sales in 30 days; not under your lowest price.'],
    ['Paid', 'will', 980, 'cost', 'The market is $10.00, of 5 sales in 30 days; not under what you paid.'],
    ['Paid in euro', 'refused', null, 'currency', 'Its price is in USD, and you paid for it in EUR; the two are not compared.'],
    ['Euro', 'refused', null, 'currency', 'Its price is in EUR, the rule’s lowest price in USD.'],
    ['German', 'refused', null, 'few_sales', 'Too few sales of such a copy to say a market price: none in 365 days.'],
    [expect.stringContaining('Free text'), 'refused', null, 'no_card', 'It is no card of the catalogue, so no market price is known.'],
    ['Slab', 'refused', null, 'graded', 'Grades differ too much in price for one market price.'],
    ['As it is', 'stays', 950, 'market', 'The market is $10.00, of 5 sales in 30 days.'],
  ]);
  expect(await priceOf(follows.id)).toBe(1_900);
  expect((await post(`/${asked.body.id}/commit`)).status).toBe(200);
  await market.runJobs();
  expect(await Promise.all(ids.map(priceOf))).toEqual([950, 399, 350, 980, 1_200, 1_200, 1_200, 1_200, 1_200, 950]);
  const made = (await market.request('GET', `/api/listings/bulk/${asked.body.id}`, { as: shop })).body;
  expect(made.changes[0]).toMatchObject({ state: 'done', reason: 'market', why: 'The market is $10.00, of 5 sales in 30 days.' });
  await post(`/${asked.body.id}/undo`);
  await market.runJobs();
  expect(await priceOf(follows.id)).toBe(1_900);
});

test('[11-3] a rule goes no further at once than its largest change, and the market of another currency is no market', async () => {
  const zard = cards['base1-4'];
  const dear = await sells('Dear', zard, usd(1_990));
  const cheap = await sells('Cheap', zard, usd(100), { cost: usd(990) });
  const euro = await sells('Euro too', zard, { amount: 1_200, currency: 'EUR' });
  const ids = [dear.id, cheap.id, euro.id];
  const { body } = await post('', { ids, change: { market: 0, aboveCost: true, mostPercent: 20 } });
  expect(body.said).toBe('Market price, never under what you paid, at most 20 % at once');
  expect(body.changes.map(({ to, reason, why }: Record<string, { amount: number }>) => [to?.amount, reason, why])).toEqual([
    [1_592, 'largest_change', 'The market is $10.00, of 5 sales in 30 days; at most 20 % at once.'],
    [120, 'largest_change', 'The market is $10.00, of 5 sales in 30 days; at most 20 % at once.'],
    [undefined, 'currency', 'It sells in USD, and its price is in EUR.'],
  ]);
  for (const [change, errors] of [
    [{ market: -100 }, { 'change.market': 'The percentage beside the market must be from -99 to 1,000, with at most two decimals.' }],
    [{ percent: 5, aboveCost: true }, { 'change.market': 'What you paid and a largest change belong to a price from the market.' }],
    [{ market: 0, mostPercent: 0 }, { 'change.mostPercent': 'The largest change must be a whole percentage from 1 to 1,000.' }],
  ] as const)
    expect((await post('', { ids, change })).body.errors).toEqual(errors);
});
