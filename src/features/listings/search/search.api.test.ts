import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Listing, ListingPage } from '../contract.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { refreshWords } from './refresh-words.server.ts';

let market: TestMarket;
let seller: TestMember;
let cards: Record<string, string>;
const made: Record<string, Listing> = {};

const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp());
  const of = async (name: string, input: Parameters<typeof listed>[2]) => {
    made[name] = await listed(market, seller, input);
  };
  await of('zard', { catalogueCardId: cards['base1-4'], price: usd(1_900), condition: 'played' });
  await of('zardMint', {
    catalogueCardId: cards['base1-4'],
    price: usd(1_950),
    condition: 'mint',
    grading: { company: 'PSA', grade: 10 },
  });
  await of('pika', { catalogueCardId: cards['base1-58'], price: usd(300), acceptsOffers: false });
  await of('umbreon', { catalogueCardId: cards['swsh7-215'], price: usd(1_500), language: 'ja' });
  await of('bolt', {
    catalogueCardId: cards['lea-161'],
    price: { amount: 1_400, currency: 'EUR' },
    finish: 'foil',
    condition: 'good',
  });
  await of('own', { game: 'other', name: 'Kaijudo Bolshack Dragon', setName: 'Promo', number: 'P1', price: usd(700) });
}, 60_000);
afterAll(() => market?.close());

async function search(query: string): Promise<ListingPage> {
  const answer = await market.request<ListingPage>('GET', `/api/listings?${query}`);
  expect(answer.status, query).toBe(200);
  return answer.body;
}
const names = (page: ListingPage) =>
  page.items.map((item) => Object.entries(made).find(([, each]) => each.id === item.id)?.[0] ?? item.id);
const counts = (values: { value: string; count: number }[]) =>
  Object.fromEntries(values.map((each) => [each.value, each.count]));

describe('GET /api/listings', () => {
  test('a word that no card has together with the others is named: what is shown was found without it', async () => {
    const found = await search('q=umbreon%20vmax%20zzqq');
    expect([names(found), found.leftOut]).toEqual([['umbreon'], ['zzqq']]);
    expect((await search('q=charzrd')).leftOut).toEqual([]);
    // Noise says nothing about which card is meant, and nothing is left out of a search that finds nothing.
    expect((await search('q=charizard%20nm')).leftOut).toEqual([]);
    expect(await search('q=zzqq')).toMatchObject({ total: 0, leftOut: [] });
  });

  test('shows what is for sale, the newest first, and every other order', async () => {
    expect(names(await search(''))).toEqual(['own', 'bolt', 'umbreon', 'pika', 'zardMint', 'zard']);
    expect(names(await search('sort=price_asc'))).toEqual(['pika', 'own', 'umbreon', 'bolt', 'zard', 'zardMint']);
    expect(names(await search('sort=price_desc'))).toEqual(['zardMint', 'zard', 'bolt', 'umbreon', 'own', 'pika']);
    expect(names(await search('sort=ending'))).toEqual(['zard', 'zardMint', 'pika', 'umbreon', 'bolt', 'own']);
  });

  test.each([
    ['game=pokemon', ['umbreon', 'pika', 'zardMint', 'zard']],
    ['game=magic,other', ['own', 'bolt']],
    ['game=magic&game=other', ['own', 'bolt']],
    ['set=base1', ['pika', 'zardMint', 'zard']],
    ['rarity=Common,Secret%20Rare', ['bolt', 'umbreon', 'pika']],
    ['rarity=common', ['bolt', 'pika']],
    ['condition=near-mint', ['own', 'umbreon', 'pika']],
    ['condition=PL,gd', ['bolt', 'zard']],
    ['finish=foil', ['bolt']],
    ['language=ja', ['umbreon']],
    ['graded=true', ['zardMint']],
    ['graded=false&set=base1', ['pika', 'zard']],
    ['company=psa', ['zardMint']],
    ['company=PSA&grade=10', ['zardMint']],
    ['company=BGS', []],
    ['grade=9.5,10.0', ['zardMint']],
    ['photo=false&set=base1', ['pika', 'zardMint', 'zard']],
    ['photo=true', []],
    ['minRating=4', []],
    ['minPrice=1500&maxPrice=1900', ['bolt', 'umbreon', 'zard']],
    ['acceptsOffers=false', ['pika']],
    ['game=magic&language=ja', []],
  ])('filters by %s', async (query, expected) => {
    const page = await search(query);
    expect(names(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  test('counts each filter as if it alone were open', async () => {
    const all = (await search('')).facets;
    expect(counts(all.game)).toEqual({ pokemon: 4, magic: 1, other: 1 });
    expect(all.set.find((each) => each.value === 'base1')).toEqual({ value: 'base1', label: 'Base Set', count: 3 });
    expect(counts(all.graded)).toEqual({ true: 1, false: 5 });
    expect(all.price.filter((each) => each.count > 0)).toEqual([
      { from: 100, to: 500, count: 1 },
      { from: 500, to: 1_000, count: 1 },
      { from: 1_000, to: 2_500, count: 4 },
    ]);
    const narrowed = (await search('game=pokemon&condition=near_mint')).facets;
    expect(counts(narrowed.game)).toEqual({ pokemon: 2, other: 1 });
    expect(counts(narrowed.condition)).toEqual({ mint: 1, near_mint: 2, played: 1 });
    expect(counts(narrowed.rarity)).toEqual({ Common: 1, 'Secret Rare': 1 });
    const bySeller = (await search(`game=pokemon&condition=near_mint&seller=${seller.id}`)).facets;
    expect(bySeller).toEqual(narrowed);
  });

  test('counts the spellings of a rarity as one, in memory and in the database', async () => {
    for (const query of ['', `seller=${seller.id}`]) {
      const { rarity } = (await search(query)).facets;
      expect(rarity.filter(({ value }) => value.toLowerCase() === 'common')).toEqual([
        { value: 'Common', label: 'Common', count: 2 },
      ]);
      expect(names(await search(`${query}&rarity=Common`))).toEqual(['bolt', 'pika']);
    }
  });

  test('says which filter to give up when nothing fits', async () => {
    const page = await search('game=magic&language=ja&condition=good');
    expect(page.withoutFilter).toEqual([{ filter: 'language', total: 1 }]);
    const criteria = await search('q=charizard&language=ja');
    expect(criteria.withoutFilter).toEqual([{ filter: 'language', total: 2 }]);
  });

  test.each([
    ['charizard', ['zard', 'zardMint']],
    ['charzard 4/102', ['zard', 'zardMint']],
    ['4/102 base charizard', ['zard', 'zardMint']],
    ['bolt lightning', ['bolt']],
    ['lea 161', ['bolt']],
    ['umbreon vmax 215/203', ['umbreon']],
    ['bolshack dragon', ['own']],
    ['bolshak dragn', ['own']],
    ['kaijudo', ['own']],
    ['zzzzqqqq', []],
  ])('finds “%s”', async (q, expected) => {
    const page = await search(`q=${encodeURIComponent(q)}`);
    expect(names(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
    expect(names(await search(`q=${encodeURIComponent(q)}&sort=price_desc`)).sort()).toEqual([...expected].sort());
  });

  test('a grading in the words is a filter: grader and grade, counted as every facet is', async () => {
    const found = await search('q=charizard%20psa%2010');
    expect([names(found), found.total]).toEqual([['zardMint'], 1]);
    expect(names(await search('q=charizard%20psa10'))).toEqual(['zardMint']);
    expect(names(await search('q=charizard%20psa%209'))).toEqual([]);
    expect(names(await search('q=%22psa%2010%22%20charizard'))).toEqual(['zard', 'zardMint']);
    expect([counts(found.facets.company), counts(found.facets.grade)]).toEqual([{ PSA: 1 }, { 10: 1 }]);
    // Each without its own choice.
    expect(counts((await search('q=charizard&company=BGS')).facets.company)).toEqual({ PSA: 1 });
    expect((await search('q=charizard&company=BGS')).withoutFilter).toEqual([{ filter: 'company', total: 2 }]);
  });

  test('by the rating of sellers, whatever it was before', async () => {
    const rate = (rating: number | null) =>
      market.platform.pool.query('update profile set rating = $2 where user_id = $1', [seller.id, rating]);
    await rate(4.6);
    expect([await search('game=magic&minRating=4.5'), await search('game=magic&minRating=4.8')].map(names)).toEqual([
      ['bolt'],
      [],
    ]);
    await rate(null);
    expect((await market.request('GET', '/api/listings?minRating=3')).body).toMatchObject({
      errors: { minRating: 'Use one of these values for minRating: 4, 4.5, 4.8.' },
    });
  });

  test.each([
    [
      'charizard foo:bar',
      ['unknown_operator', 'foo:', '“foo:” isn’t a search operator. We searched for it as keywords.'],
    ],
    ['is:shiny', ['unknown_value', 'is:', '“shiny” isn’t a valid value for “is:”. We searched for it as keywords.']],
    ['set:"base set"', ['premium_operator', 'set:', '“set:” is part of Premium. We searched for it as keywords.']],
    [
      'seller:nobody_here',
      ['unknown_seller', 'seller:', 'No seller is called “nobody_here”. We searched for it as keywords.'],
    ],
  ])('%s is searched as keywords, and that is said', async (q, [code, operator, message]) => {
    const { warnings } = await search(`q=${encodeURIComponent(q ?? '')}`);
    expect(warnings).toEqual([{ code, operator, message }]);
    const premiumWarnings = await market.request('GET', `/api/listings?q=${encodeURIComponent(q ?? '')}`, {
      as: seller,
    });
    const [inPremium] = (premiumWarnings.body as ListingPage).warnings;
    expect(inPremium?.message).toBe(
      operator === 'set:' ? '“set:” isn’t a filter on its own. We searched for it as keywords.' : message,
    );
  });

  test('what is applied, or is no operator, is not warned of', async () => {
    for (const q of [
      'charizard',
      'cond:nm+',
      'price<20',
      'Ratchet: Rescue',
      '"foo:bar" charizard',
      'psa 10',
      'lang:de',
    ])
      expect([q, (await search(`q=${encodeURIComponent(q)}`)).warnings]).toEqual([q, []]);
    expect(names(await search(`q=${encodeURIComponent('set:"base set"')}`)).sort()).toEqual([
      'pika',
      'zard',
      'zardMint',
    ]);
  });

  test('words and filters together', async () => {
    expect(names(await search('q=charizard&graded=true'))).toEqual(['zardMint']);
    expect(counts((await search('q=charizard')).facets.condition)).toEqual({ mint: 1, played: 1 });
    expect(names(await search('q=dragon&game=pokemon'))).toEqual([]);
  });

  test('a search by words and seven filters is two statements at most, however many facets offer something else', async () => {
    const { pool } = market.platform;
    const original = pool.query;
    const sent: string[] = [];
    pool.query = ((...all: [{ text?: string }]) => {
      const { text = '' } = all[0];
      if (/listings_like|l\.n = any|as m\(n, rank\)/.test(text)) sent.push(text);
      return Reflect.apply(original, pool, all);
    }) as typeof original;
    try {
      const found = await search(
        'q=charizard&graded=true&game=pokemon&condition=mint&condition=played&language=en&minPrice=1&maxPrice=99999999',
      );
      expect(names(found)).toEqual(['zardMint']);
      // Each offers what it would without its own choice.
      expect(counts(found.facets.graded)).toEqual({ true: 1, false: 1 });
      expect(counts((await search('q=charizard&graded=true&condition=played')).facets.condition)).toEqual({ mint: 1 });
    } finally {
      pool.query = original;
    }
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test('pages neither skip nor repeat a listing while others are added and sold', async () => {
    const shop = await premium(market, await market.signUp());
    const before = [];
    for (let i = 0; i < 23; i++)
      before.push((await listed(market, shop, { price: usd(100 + (i % 5)), name: 'Steady page card' })).id);
    for (const sort of ['newest', 'price_asc', 'price_desc', 'ending']) {
      const seen: string[] = [];
      let cursor = '';
      for (let page = 0; page < 20; page++) {
        const found = await search(`seller=${shop.id}&sort=${sort}&limit=5${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...found.items.map((item) => item.id));
        if (!found.nextCursor) break;
        cursor = found.nextCursor;
        const late = await listed(market, shop, { price: usd(102), name: 'Late card' });
        await market.request('DELETE', `/api/listings/${late.id}`, { as: shop });
        await listed(market, shop, { price: usd(102), name: 'Later card', condition: 'poor' });
      }
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(
        before.every((id) => seen.includes(id)),
        sort,
      ).toBe(true);
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const found = await search(`q=steady+page+card&limit=4${cursor}`);
      seen.push(...found.items.map((item) => item.id));
      if (!found.nextCursor) break;
      cursor = `&cursor=${found.nextCursor}`;
    }
    expect([...seen].sort()).toEqual([...before].sort());
  }, 60_000);

  test('nothing that an address can say makes it fail', async () => {
    const hostile = [
      '%00',
      "'; drop table listing; --",
      '%F0%9F%92%A9',
      '\\',
      '%',
      '{{7*7}}',
      '__proto__',
      'constructor',
      '-1',
      '1e999',
      'NaN',
      '../..',
      '%ED%A0%80',
      'a'.repeat(5_000),
      '(((',
      '[]',
      '{}',
      '*',
      '<script>',
    ];
    for (const name of [
      'q',
      'game',
      'set',
      'rarity',
      'condition',
      'finish',
      'language',
      'graded',
      'company',
      'grade',
      'photo',
      'minRating',
      'minPrice',
      'maxPrice',
      'seller',
      'acceptsOffers',
      'sort',
      'cursor',
      'limit',
      'status',
      'x',
    ]) {
      for (const value of hostile) {
        const text = /%[0-9A-F]{2}/.test(value) ? value : encodeURIComponent(value);
        const answer = await market.request('GET', `/api/listings?${name}=${text}`);
        expect([200, 401, 422], `${name}=${value}`).toContain(answer.status);
      }
    }
    const cursor = (await search('limit=1')).nextCursor;
    for (const query of [
      `cursor=${cursor}&sort=price_asc`,
      'cursor=WyJuZXdlc3QiLDEsMl0',
      'cursor=WyJuZXdlc3QiLDFlMzAwLCJhIl0',
      'cursor=e30',
      'cursor=WyJuZXdlc3QiLCJ4IiwieSJd',
      `q=${'a+'.repeat(99)}`,
      `set=${Array.from({ length: 80 }, (_, i) => i).join(',')}`,
    ]) {
      expect([200, 422], query).toContain((await market.request('GET', `/api/listings?${query}`)).status);
    }
  }, 60_000);
});

describe('names in other scripts', () => {
  const own: [name: string, setName: string, sought: string[]][] = [
    [
      'リザードンex',
      '黒炎の支配者',
      ['リザードン', 'リザードンex', '"リザードンex"', 'りざーどん', 'ﾘｻﾞｰﾄﾞﾝ', '黒炎の支配者'],
    ],
    ['Чаризард', 'Базовый набор', ['Чаризард', 'чаризард набор']],
    ['피카츄', '스칼렛', ['피카츄', '피카']],
    ['喷火龙', '基础', ['喷火龙', '火龙']],
    ["צ'ריזארד", 'בסיס', ["צ'ריזארד", 'צריזארד']],
    ['تشاريزارد', 'المجموعة', ['تشاريزارد']],
  ];
  const ids = new Map<string, string>();
  beforeAll(async () => {
    for (const [name, setName] of own)
      ids.set(name, (await listed(market, seller, { game: 'pokemon', name, setName, price: usd(900) })).id);
  });

  test.each(
    own.flatMap(([name, , criteria]) => criteria.map((q): [string, string] => [q, name])),
  )('%s finds %s first', async (q, name) => {
    const [first] = (await search(`q=${encodeURIComponent(q)}&limit=50`)).items;
    expect(first?.id).toBe(ids.get(name));
  });

  test('words that were stored by an older rule are made again at night', async () => {
    const id = ids.get('Чаризард');
    await market.platform.pool.query("update listing set words = '{pokemon}', free_text = 'pokemon' where id = $1", [
      id,
    ]);
    await refreshWords(market.platform);
    const { rows } = await market.platform.pool.query('select words, version from listing where id = $1', [id]);
    expect(rows[0].words).toEqual(expect.arrayContaining(['чаризард', 'базовыи', 'набор']));
  });
});
