import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, premium } from '../testing.ts';

let market: TestMarket;
let shop: TestMember;
let free: TestMember;
const wants = new Map<string, string>();
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  shop = await premium(market, await market.signUp('seeks_by_key'));
  free = await market.signUp('reads_counts');
  const cards = await importTestCards(market);
  const make = async (name: string, body: object) => {
    const made = await market.request('POST', '/api/wanted', { as: free, body });
    expect([name, made.status]).toEqual([name, 201]);
    wants.set(made.body.id, name);
  };
  const usd = (amount: number, currency = 'USD') => ({ amount, currency });
  await make('charizard', {
    card: { id: cards['base1-4'] },
    lowestCondition: 'near_mint',
    finish: 'holo',
    highestPrice: usd(12_000),
  });
  await make('any-charizard', { card: { id: cards['base1-4'] }, anyPrinting: true });
  await make('pikachu', {
    card: { id: cards['base1-58'] },
    lowestCondition: 'light_played',
    language: 'de',
    highestPrice: usd(300, 'EUR'),
  });
  await make('umbreon', { card: { id: cards['swsh7-215'] }, highestPrice: usd(40_000) });
  await make('words', { title: 'Dark magician of the first set', game: 'yugioh', highestPrice: usd(500) });
}, 60_000);
afterAll(() => market?.close());

const ask = (path: string, q: string, as: TestMember | null = shop, more = '') =>
  market.request('GET', `${path}?q=${encodeURIComponent(q)}${more}`, as ? { as } : {});

test.each([
  ['set:"base set" rarity:rare', ['base1-4']],
  ['n:4/102', ['base1-4']],
  ['n:58 or n:215', ['base1-58', 'swsh7-215']],
  ['year>=2020', ['swsh7-215']],
  ['game:magic -finish:foil', ['lea-232']],
  ['charzard finish:holo', ['base1-4']],
  ['(pikachu or umbreon) year<2000', ['base1-58']],
  ['name:zard -set:base1', []],
  ['"lightning bolt" lang:en', ['lea-161']],
])('[RO-03] cards of the catalogue: %s', async (q, expected) => {
  const { status, body } = await ask('/api/catalogue/cards', q);
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.items.map(({ externalId }: { externalId: string }) => externalId).sort()).toEqual(expected);
});

test.each([
  ['set:"base set"', ['any-charizard', 'charizard', 'pikachu']],
  ['name:charizard finish:reverse', ['any-charizard']],
  ['cond:ex game:pokemon', ['any-charizard', 'pikachu', 'umbreon']],
  ['cond>=nm', ['charizard']],
  ['cond<nm', ['any-charizard', 'pikachu', 'umbreon', 'words']],
  ['cond:unknown', ['any-charizard', 'umbreon', 'words']],
  ['price>=100', ['any-charizard', 'charizard', 'umbreon']],
  ['price<3.5', ['pikachu']],
  ['lang:de n:58', ['pikachu']],
  ['lang:fr', ['any-charizard', 'charizard', 'umbreon', 'words']],
  ['-game:pokemon or year>2015', ['umbreon', 'words']],
  ['"first set" listed<1h', ['words']],
  ['listed>1h', []],
  ['-n:4 -n:58', ['umbreon', 'words']],
])('[EN-10] wanted posts: %s', async (q, expected) => {
  const { status, body } = await ask('/api/wanted', q);
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.items.map(({ id }: { id: string }) => wants.get(id)).sort()).toEqual(expected);
});

test('[RO-03] without premium both say how many there are and show none; words stay free', async () => {
  for (const as of [free, null]) {
    const cards = await ask('/api/catalogue/cards', 'n:4 or n:58', as);
    expect([cards.status, cards.body.code, cards.body.message]).toEqual([
      403,
      'tier_limit',
      '2 cards match. Advanced search is part of Premium.',
    ]);
    const posts = await ask('/api/wanted', 'price<3.5', as);
    expect([posts.status, posts.body.code, posts.body.message]).toEqual([
      403,
      'tier_limit',
      '1 wanted post matches. Advanced search is part of Premium.',
    ]);
    expect((await ask('/api/catalogue/cards', 'charizard', as)).body.items).not.toHaveLength(0);
    expect((await ask('/api/wanted', 'zard', as)).body.items).toHaveLength(2);
  }
});

test('what can’t be said of a card or of a post is refused at its place', async () => {
  const cards = await ask('/api/catalogue/cards', 'pikachu price<5');
  expect([cards.status, cards.body.errors]).toEqual([422, { q: '“price” works in searches for listings, not cards.' }]);
  const posts = await ask('/api/wanted', 'is:graded zard');
  expect([posts.status, posts.body.errors]).toEqual([
    422,
    { q: '“is” works in searches for listings, not wanted posts.' },
  ]);
  for (const odd of ['n:"\\"', 'name:"%_"', 'set:"\'"', 'n:4/99999 or n:/', 'year>=1900 -year>=1900'])
    for (const path of ['/api/catalogue/cards', '/api/wanted'])
      expect([odd, path, (await ask(path, odd)).status]).toEqual([odd, path, 200]);
  expect((await ask('/api/catalogue/cards', 'n:4', shop, '&game=%00&set=%00')).body.items).toEqual([]);
});

test('cards found by the language come a page at a time', async () => {
  const all = (await ask('/api/catalogue/cards', '-game:other')).body.items.map(({ id }: { id: string }) => id);
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await ask('/api/catalogue/cards', '-game:other', shop, `&limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(all);
  expect(new Set(paged).size).toBeGreaterThan(3);
});

test('the page of wanted posts finds by keys, marks what can’t be read, and sells premium to who has none', async () => {
  const page = async (q: string, as: TestMember) =>
    String((await market.request('GET', `/wanted?q=${encodeURIComponent(q)}`, { as })).body);
  expect(await page('n:58 price<5', shop)).toContain('Pikachu');
  const refused = await page('zard is:graded', shop);
  expect(refused).toContain('We couldn’t understand this search');
  expect(refused).toContain('<mark>is</mark>');
  const sold = await page('price<3.5', free);
  expect(sold).toContain('1 wanted post matches. Advanced search is part of Premium.');
  expect(sold).not.toContain('No matching wanted posts');
});
