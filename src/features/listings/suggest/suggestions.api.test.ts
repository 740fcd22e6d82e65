import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, listed, premium } from '../testing.ts';

const baseSet2 = {
  game: 'pokemon',
  setCode: 'base4',
  setName: 'Base Set 2',
  releaseDate: '2000-02-24',
  number: '4',
  printedTotal: 130,
  name: 'Charizard',
  rarity: 'Rare',
  finishes: ['holo'],
  externalId: 'base4-4',
};
let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;

beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market, [baseSet2]);
  seller = await premium(market, await market.signUp('umbra_cards'));
}, 60_000);
afterAll(() => market?.close());

const suggest = async (q: string, as?: TestMember) =>
  (await market.request('GET', `/api/search/suggestions?q=${encodeURIComponent(q)}`, as ? { as } : {})).body;
const usd = (amount: number) => ({ amount, currency: 'USD' }) as const;
const forSale = (card: string, price: number) =>
  listed(market, seller, {
    catalogueCardId: cards[card],
    price: usd(price),
    shipping: [{ name: 'Letter', price: usd(0), tracked: false }],
  });

test('suggestions say how many copies of a card are for sale from what price, and those with copies come first', async () => {
  const before = await suggest('charizard');
  expect(
    before.cards.map(({ id, copies, from }: { id: string; copies: number; from: null }) => [id, copies, from]),
  ).toEqual(
    expect.arrayContaining([
      [cards['base1-4'], 0, null],
      [cards['base4-4'], 0, null],
    ]),
  );
  const last = before.cards.findLast(({ name }: { name: string }) => name === 'Charizard').id;
  const key = Object.keys(cards).find((one) => cards[one] === last) as string;
  for (const price of [1_500, 675, 1_999]) await forSale(key, price);
  expect((await suggest('charizard')).cards[0]).toMatchObject({ id: last, copies: 3, from: usd(675) });
  // A card that holds all words comes before one with copies that does not.
  const other = key === 'base1-4' ? 'base4-4' : 'base1-4';
  const whole = other === 'base1-4' ? 'charizard 4/102' : 'charizard base set 2';
  expect((await suggest(whole)).cards[0]).toMatchObject({ id: cards[other], copies: 0, from: null });
});

test('sets and sellers are suggested, as the field says; no seller without listings, suspended or blocked', async () => {
  await forSale('base1-58', 1_000);
  await market.signUp('umbra_buys');
  const found = await suggest('umbra');
  expect(found.sellers).toMatchObject([{ id: seller.id, username: 'umbra_cards' }]);
  expect(found.sellers[0].forSale).toBeGreaterThan(0);
  expect((await suggest('evolving')).sets).toMatchObject([{ setName: 'Evolving Skies', setCode: 'swsh7' }]);

  const blocker = await market.signUp('bea_blocks');
  expect(
    (await market.request('POST', `/api/members/${seller.id}/block`, { as: blocker, body: {} })).status,
  ).toBeLessThan(300);
  expect((await suggest('umbra', blocker)).sellers).toEqual([]);
  expect((await suggest('pikachu', blocker)).cards[0]).toMatchObject({ id: cards['base1-58'], copies: 0, from: null });
  expect((await suggest('pikachu')).cards[0]).toMatchObject({ copies: 1 });

  await market.platform.pool.query('update auth_user set suspended_at = now() where id = $1', [seller.id]);
  expect((await suggest('umbra')).sellers).toEqual([]);
  // The typed text is a suggestion, too.
  expect((await suggest('%%%')).sellers).toEqual([]);
  expect((await suggest('a')).cards).toEqual([]);
});

test('the offers of cards are their number and the lowest price, without a blocked seller', async () => {
  const [one, other] = [await market.signUp('offers_one'), await market.signUp('offers_other')];
  const [viewer, id] = [await market.signUp(), cards['base1-58'] ?? ''];
  for (const [member, price] of [
    [one, 90],
    [other, 70],
  ] as const)
    await listed(market, member, { catalogueCardId: id, price: usd(price) });
  const offers = async (as?: TestMember) =>
    (await market.request('GET', `/api/search/card-offers?cards=${id},unknown`, as ? { as } : {})).body.items;
  const [all] = await offers();
  expect(all).toMatchObject({ cardId: id, lowest: usd(70) });
  await market.request('POST', `/api/members/${other.id}/block`, { as: viewer, body: {} });
  expect(await offers(viewer)).toEqual([{ cardId: id, count: all.count - 1, lowest: usd(90) }]);
  expect((await market.request('GET', '/api/search/card-offers')).status).toBe(422);
});
