import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { resolveQuery } from '../search/search-cards.server.ts';
import { importTestCards, testCardId, testCards } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  await importTestCards(market.platform);
});
afterAll(() => market.close());

const get = (path: string) => market.request('GET', path);
const find = (q: string, more = '') => get(`/api/catalogue/cards?q=${encodeURIComponent(q)}${more}`);
const externalIds = (answer: { body: { items: { externalId: string }[] } }) =>
  answer.body.items.map(({ externalId }) => externalId);

describe('GET /api/catalogue/cards', () => {
  test('finds "charzard 4/102", for a visitor too', async () => {
    const answer = await find('charzard 4/102');
    expect(answer.status).toBe(200);
    expect(answer.body.items[0]).toMatchObject({
      ...{
        id: testCardId('base1-4'),
        game: 'pokemon',
        setCode: 'base1',
        setName: 'Base Set',
        number: '4',
        name: 'Charizard',
        rarity: 'Rare',
      },
      ...{
        finishes: ['holo'],
        externalId: 'base1-4',
        printedTotal: 102,
        artUrl: `/art/cards/${testCardId('base1-4')}.svg`,
      },
    });
    expect(answer.body.didYouMean).toBe('charizard 4/102');
  });

  test('carries no column that its schema does not name', async () => {
    const [item] = (await find('charizard')).body.items;
    expect(item).not.toHaveProperty('score');
    expect(item).not.toHaveProperty('extra');
    expect(item).not.toHaveProperty('numberOrder');
  });

  test('narrows by game and set', async () => {
    expect(externalIds(await find('black lotus', '&game=magic&set=LEB'))).toEqual(['lotus-beta']);
    expect(externalIds(await find('charizard', '&game=magic'))).toEqual([]);
    expect(externalIds(await find('charizard', '&game=none'))).toEqual([]);
    expect(externalIds(await find('charizard', '&set=none'))).toEqual([]);
  });

  test('pages through a search without repeating or losing a card', async () => {
    const all = externalIds(await find('charizard', '&limit=100'));
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 20; page++) {
      const answer: { body: { items: { externalId: string }[]; nextCursor: string | null } } = await find(
        'charizard',
        `&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...externalIds(answer));
      cursor = answer.body.nextCursor;
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(all);
  });

  test('without words lists cards by game, set and number', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 20; page++) {
      const answer: { body: { items: { externalId: string }[]; nextCursor: string | null } } = await get(
        `/api/catalogue/cards?limit=5${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...externalIds(answer));
      cursor = answer.body.nextCursor;
    }
    expect(seen).toHaveLength(testCards.length);
    expect(new Set(seen).size).toBe(testCards.length);
    expect(externalIds(await get('/api/catalogue/cards?game=pokemon&set=base1'))).toEqual([
      'base1-2',
      'base1-4',
      'base1-58',
    ]);
    expect(externalIds(await get('/api/catalogue/cards?set=LEA'))).toEqual(['lotus-alpha']);
    expect(externalIds(await get('/api/catalogue/cards?set=nope'))).toEqual([]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=2.5', 'limit'],
    ['cursor=zzz', 'cursor'],
    ['q=charizard&cursor=zzz', 'cursor'],
    ['q=charizard&cursor=Wy0xXQ', 'cursor'],
    ['q=charizard&cursor=WzFlOV0', 'cursor'],
  ])('%s is refused, naming %s', async (query, field) => {
    const answer = await get(`/api/catalogue/cards?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors).toHaveProperty(field);
  });

  const hostile = [
    '\u0000',
    "' or 1=1 --",
    '"); drop table card; --',
    '%_%\\',
    ':* & | ! ( ) <->',
    'a'.repeat(10_000),
    '🐉🔥 \u202e\u200b',
    '\ud800',
    '../../etc/passwd',
    '{{7*7}}<script>alert(1)</script>',
    '-'.repeat(500),
    '1/'.repeat(300),
    'set:base1 -charizard is:foil',
    '\t\r\n',
  ];
  test.each(hostile)('never fails unexpectedly, for any query: %j', async (q) => {
    for (const path of [
      `/api/catalogue/cards?q=${encode(q)}`,
      `/api/catalogue/cards?set=${encode(q.slice(0, 150))}&game=${encode(q.slice(0, 150))}`,
    ]) {
      const answer = await get(path);
      expect([200, 422]).toContain(answer.status);
    }
    expect((await get(`/api/catalogue/cards/${encode(q.slice(0, 150)) || 'x'}`)).status).toBe(404);
    expect((await get(`/api/catalogue/sets?game=${encode(q.slice(0, 150))}`)).body.items).toEqual(
      q.trim() ? [] : expect.any(Array),
    );
  });

  test('a wrong method is 405', async () => {
    expect((await market.request('DELETE', '/api/catalogue/cards', { headers: { origin: market.url } })).status).toBe(
      405,
    );
  });
});

describe('a card, the sets and the games', () => {
  test('GET /api/catalogue/cards/{id} returns all of a card', async () => {
    const answer = await get(`/api/catalogue/cards/${testCardId('jordan-57')}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Michael Jordan',
      number: '57',
      gameName: 'Sports cards',
      attributes: ['RC'],
      releaseDate: '1986',
      ids: {},
    });
  });

  test('an unknown card is 404', async () => {
    for (const id of ['nope', testCardId('base1-4').toUpperCase(), 'a'.repeat(65)]) {
      const answer = await get(`/api/catalogue/cards/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found', message: 'This card is not in our card database.' });
    }
  });

  test('GET /api/catalogue/sets lists sets, newest first', async () => {
    const answer = await get('/api/catalogue/sets?game=pokemon');
    expect(answer.body.items.map(({ setCode }: { setCode: string }) => setCode)).toEqual([
      'swsh7',
      'base5',
      'base4',
      'base1',
    ]);
    const first = await get('/api/catalogue/sets?game=pokemon&limit=3');
    const rest = await get(`/api/catalogue/sets?game=pokemon&limit=3&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({
      items: [{ setCode: 'base1', setName: 'Base Set', cards: 3, releaseDate: '1999-01-09' }],
      nextCursor: null,
    });
  });

  test('GET /api/catalogue/games lists the games that have cards', async () => {
    const { body } = await get('/api/catalogue/games');
    expect(body.items).toEqual([
      { game: 'pokemon', name: 'Pokémon', sets: 4, cards: 6 },
      { game: 'magic', name: 'Magic: The Gathering', sets: 3, cards: 3 },
      { game: 'yugioh', name: 'Yu-Gi-Oh!', sets: 1, cards: 1 },
      { game: 'sports', name: 'Sports cards', sets: 2, cards: 2 },
    ]);
  });
});

describe('drawings', () => {
  test('a card’s drawing is immutable in caches and holds no script', async () => {
    const answer = await get(`/art/cards/${testCardId('base1-4')}.svg`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.body).toContain('Charizard');
  });

  test('a card without a picture shows the back; an unknown card has none', async () => {
    expect((await get('/art/back.svg')).status).toBe(200);
    expect((await get('/art/cards/nope.svg')).status).toBe(404);
  });
});

describe('resolving a query for other features', () => {
  test('gives the cards that hold all of it, and its words put right', async () => {
    const { cards, ...found } = await resolveQuery(market.platform, 'charzard 4/102 psa 10 nm');
    expect({ cardIds: cards, ...found }).toEqual({
      cardIds: [testCardId('base1-4')],
      complete: true,
      words: ['charizard', '4'],
      didYouMean: 'charizard 4/102',
      dropped: ['psa', '10', 'nm'],
      unheld: [],
    });
  });

  test.each(['mtg', 'magic', 'the gathering'])('a game is its slug, however it is named: %s', async (game) => {
    expect((await resolveQuery(market.platform, `${game} black lotus`)).words).toEqual(
      expect.arrayContaining(['magic', 'black', 'lotus']),
    );
  });

  test('gives what holds most of it, and says what it left out', async () => {
    const found = await resolveQuery(market.platform, 'black lotus zzzzzz');
    expect(new Set(found.cards)).toEqual(new Set([testCardId('lotus-alpha'), testCardId('lotus-beta')]));
    expect([found.dropped, found.unheld]).toEqual([['zzzzzz'], ['zzzzzz']]);
  });

  test('says so when nothing is like it', async () => {
    const { cards, ...found } = await resolveQuery(market.platform, 'homemade proxy');
    expect({ cardIds: cards, ...found }).toEqual({
      cardIds: [],
      complete: false,
      words: ['homemade', 'proxy'],
      didYouMean: null,
      dropped: [],
      unheld: [],
    });
  });
});

/** As a client that knows no better: half characters too. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
