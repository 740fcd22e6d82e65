import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, negated, printSearch, type SearchTree, searchKeys } from '#features/catalogue/language.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, listed, premium } from '../testing.ts';

let market: TestMarket;
let shop: TestMember;
let free: TestMember;
let all: string[];
const names = new Map<string, string>();
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const cards = await importTestCards(market);
  shop = await premium(market, await market.signUp('keys_and_co'));
  free = await market.signUp('reads_free');
  const usd = (amount: number) => ({ amount, currency: 'USD' as const });
  const make = async (name: string, input: Parameters<typeof listed>[2]) => {
    const { id } = await listed(market, shop, { acceptsOffers: false, ...input });
    names.set(id, name);
  };
  await make('charizard', { catalogueCardId: cards['base1-4'] ?? '', price: usd(1_900) });
  await make('charizard-poor', {
    catalogueCardId: cards['base1-4'] ?? '',
    condition: 'poor',
    price: usd(500),
    language: 'de',
  });
  await make('charizard-psa', {
    catalogueCardId: cards['base1-4'] ?? '',
    price: usd(1_800),
    grading: { company: 'BGS', grade: 9.5 },
  });
  await make('pikachu', { catalogueCardId: cards['base1-58'] ?? '', price: usd(120), acceptsOffers: true });
  await make('umbreon', { catalogueCardId: cards['swsh7-215'] ?? '', price: usd(1_500) });
  await make('bolt-foil', { catalogueCardId: cards['lea-161'] ?? '', price: usd(1_000), finish: 'foil' });
  await make('bolt', {
    catalogueCardId: cards['lea-161'] ?? '',
    price: usd(700),
    finish: 'nonfoil',
    condition: 'excellent',
  });
  await make('own', { game: 'other', name: 'Dark (fan) card', price: usd(50), condition: 'unknown' });
  all = [...names.values()].sort();
}, 60_000);
afterAll(() => market?.close());

const ask = (q: string, as: TestMember | null = shop, more = '&limit=40') =>
  market.request('GET', `/api/listings?q=${encodeURIComponent(q)}${more}`, as ? { as } : {});
async function found(q: string, more = '&limit=40'): Promise<string[]> {
  const { status, body } = await ask(q, shop, more);
  expect([status, body.message], q).toEqual([200, undefined]);
  expect(body.total, q).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => names.get(id)).sort();
}

test.each([
  ['set:"base set" -is:graded', ['charizard', 'charizard-poor', 'pikachu']],
  ['n:4/102', ['charizard', 'charizard-poor', 'charizard-psa']],
  ['name:charizard cond>=nm', ['charizard', 'charizard-psa']],
  ['cond<nm year>0 or name:fan', null],
  ['grade>=9 company:beckett', ['charizard-psa']],
  ['grade>9.5 or year>=2020', ['umbreon']],
  ['rarity:"secret rare"', ['umbreon']],
  ['year<=1999 finish:holo lang:de', ['charizard-poor']],
  ['(pikachu or bolt) price<10', ['bolt', 'pikachu']],
  ['seller:keys_and_co game:magic,pokemon -finish:nonfoil,normal price>=15', ['charizard', 'charizard-psa', 'umbreon']],
  ['listed<7d is:offers -lang:de', ['pikachu']],
  ['listed>7d name:a', []],
  // The year is a fact of the catalogue, so the database answers a whole `or` that contains it.
  ['(listed<7d or year<1900) is:offers -lang:de', ['pikachu']],
  ['not (game:pokemon or game:magic)', ['own']],
  ['"lightning bolt" finish:foil year>1990', ['bolt-foil']],
])('[RO-03] %s', async (q, expected) => {
  if (expected) expect(await found(q)).toEqual(expected);
  else expect((await ask(q)).body.errors.q).toBe('“0” isn’t a valid value. Enter a year, for example 1999.');
});

test('filters, sorts, pages and counts hold beside it', async () => {
  expect(await found('name:charizard or name:bolt', '&limit=40&condition=near_mint&finish=holo')).toEqual([
    'charizard',
    'charizard-psa',
  ]);
  const cheap = (await ask('-game:other', shop, '&sort=price_asc&limit=2')).body;
  expect(cheap.items.map(({ id }: { id: string }) => names.get(id))).toEqual(['pikachu', 'charizard-poor']);
  expect(cheap.total).toBe(7);
  expect(
    Object.fromEntries(cheap.facets.game.map(({ value, count }: { value: string; count: number }) => [value, count])),
  ).toEqual({
    pokemon: 5,
    magic: 2,
  });
  const next = await market.request(
    'GET',
    `/api/listings?q=-game:other&sort=price_asc&limit=2&cursor=${encodeURIComponent(cheap.nextCursor)}`,
    {
      as: shop,
    },
  );
  expect(next.body.items.map(({ id }: { id: string }) => names.get(id))).toEqual(['bolt', 'bolt-foil']);
});

test('[RO-02] [EN-06] without premium one reads how many it would find; what was free stays free', async () => {
  for (const as of [null, free]) {
    const refused = await ask('name:charizard -is:graded', as);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'tier_limit',
      '2 listings match. Advanced search is part of Premium.',
    ]);
    expect((await ask('year>2030', as)).body.message).toBe(
      'No listings match right now. Advanced search is part of Premium.',
    );
    for (const q of [
      'charizard',
      'charizard base set 4/102',
      'lightning-bolt',
      '"charizard',
      'Ratchet: Rescue',
      'dark (fan) card',
      'black and white',
    ])
      expect((await ask(q, as)).status, q).toBe(200);
    const page = async (q: string) =>
      String((await market.request('GET', `/browse?q=${encodeURIComponent(q)}`, as ? { as } : {})).body).replace(
        /<!-- -->/g,
        '',
      );
    const text = await page('name:charizard -is:graded');
    expect(text).toContain('2 listings match. Advanced search is part of Premium.');
    expect(text).not.toContain('data-testid="listing-tile"');
    expect(await page('charizard')).toContain('data-testid="listing-tile"');
  }
});

test('edition, signed, altered and misprint are filters and words that everybody may search by', async () => {
  const made: Record<string, string> = {};
  const copies = {
    first: { edition: 'first' },
    shadowless: { edition: 'shadowless', signed: true },
    altered: { altered: true },
  } as const;
  for (const [name, traits] of Object.entries(copies))
    made[(await listed(market, shop, { game: 'pokemon', name: 'Traitmon', ...traits })).id] = name;
  for (const as of [null, free, shop]) {
    const find = async (address: string) => {
      const { status, body } = await market.request('GET', `/api/listings?${address}`, as ? { as } : {});
      expect(status, address).toBe(200);
      return body.items.map(({ id }: { id: string }) => made[id]).sort();
    };
    expect(await find('edition=first')).toEqual(['first']);
    expect(await find('edition=first,shadowless')).toEqual(['first', 'shadowless']);
    expect(await find('signed=true')).toEqual(['shadowless']);
    expect(await find('q=traitmon&signed=false&altered=false&misprint=false')).toEqual(['first']);
    expect(await find('misprint=true')).toEqual([]);
    const typed = (q: string) => find(`q=${encodeURIComponent(q)}`);
    expect(await typed('traitmon edition:first')).toEqual(['first']);
    expect(await typed('edition:"1st edition"')).toEqual(['first']);
    expect(await typed('is:first')).toEqual(['first']);
    expect(await typed('is:signed traitmon')).toEqual(['shadowless']);
    expect(await typed('is:altered')).toEqual(['altered']);
    expect(await typed('is:misprint')).toEqual([]);
  }
  const wrong = await market.request('GET', '/api/listings?edition=third&signed=perhaps');
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['edition', 'signed']]);
  expect((await ask('traitmon -is:signed', free)).body.message).toBe(
    '2 listings match. Advanced search is part of Premium.',
  );
  expect((await ask('traitmon -is:signed')).body.items.map(({ id }: { id: string }) => made[id]).sort()).toEqual([
    'altered',
    'first',
  ]);
  const page = async (path: string) =>
    String((await market.request('GET', path, { as: free })).body).replace(/<!-- -->/g, '');
  const browse = await page('/browse?edition=first&signed=true&altered=false');
  for (const [label, without] of [
    ['1st Edition', 'signed=true&amp;altered=false'],
    ['Signed', 'edition=first&amp;altered=false'],
    ['Not altered', 'edition=first&amp;signed=true'],
  ])
    expect(browse).toMatch(new RegExp(`href="/browse\\?${without}"[^>]*><span>${label}</span>`));
  expect(browse).toMatch(/<input type="checkbox"[^>]*name="signed"[^>]*checked=""/);
  // Nothing is signed and a first edition: giving up either finds one.
  expect(browse).toMatch(/Remove “[^”]+” to see 1 listing\./);
  const first = await page('/browse?edition=first');
  expect(first).toContain('<strong>1st Edition</strong>');
  const [id] = Object.entries(made).find(([, name]) => name === 'shadowless') ?? [];
  const one = await page(`/listings/${id}`);
  for (const tag of ['Shadowless', 'Signed']) expect(one).toContain(`<span class="tag">${tag}</span>`);
  for (const each of Object.keys(made)) await market.request('POST', `/api/listings/${each}/pause`, { as: shop });
});

test('what can’t be read is shown at its place, with what may have been meant', async () => {
  const wrong = async (q: string) => (await ask(q)).body.errors?.q;
  expect(await wrong('(name:a or')).toBe('Enter keywords after this.');
  expect(await wrong('-cond:shiny')).toContain('“shiny” isn’t a valid value');
  const page = String(
    (await market.request('GET', `/browse?q=${encodeURIComponent('name:mew grade>=99')}`, { as: shop })).body,
  ).replace(/<!-- -->/g, '');
  expect(page).toContain('We couldn’t understand this search');
  expect(page).toMatch(/<code class="break-all">name:mew grade&gt;=<mark>99<\/mark><\/code>/);
  expect(page).toContain(`href="/search-help?q=${encodeURIComponent('name:mew grade>=99')}"`);
  expect(page).not.toContain('0 listings');
  // The counts of all listings do not belong to a search that was not made.
  expect(page.slice(page.indexOf('<aside'), page.indexOf('</aside>'))).not.toMatch(/<em>\d/);
  const help = String((await market.request('GET', '/search-help')).body);
  for (const key of ['game', 'rarity', 'listed', 'is']) expect(help).toContain(`<code>${key}</code>`);
});

test('each key in each of its forms is a search that the database can make', async () => {
  const forms = [
    'n:4',
    'n:4/102',
    'n:004',
    'n:#4',
    'n:4,58/102',
    'n:x/y',
    'set:base1',
    'set:a,b',
    'cond:nm,ex',
    'cond>nm',
    'cond<=good',
    'is:foil,offers',
    'year:1999,2000',
  ];
  const signs = ['<', '<=', '>', '>='];
  for (const [key, { example, compares }] of Object.entries(searchKeys)) {
    const value = example.slice(example.search(/[:<>=]/)).replace(/^[:<>=]+/, '');
    forms.push(
      example,
      ...(key === 'listed' ? [] : [`${key}:${value}`]),
      ...(compares ? signs.map((sign) => key + sign + value) : []),
    );
  }
  for (const form of forms)
    for (const q of [`name:a ${form}`, `name:a -${form}`, `name:a or ${form}`])
      expect((await ask(q)).status, q).toBe(200);
});

test('an or, a not or a bracket holds for filters as well', async () => {
  expect(await found('game:pokemon or game:magic')).toEqual(
    [...names.values()].filter((name) => name !== 'own').sort(),
  );
  expect(await found('not is:graded game:pokemon')).toEqual(['charizard', 'charizard-poor', 'pikachu', 'umbreon']);
  expect(await found('(price<2)')).toEqual(['own', 'pikachu']);
  expect(await found('cond:nm+ -is:graded game:pokemon price>10')).toEqual(['charizard', 'umbreon']);
});

test('words beside keys are read as words alone are: misspelt ones, numbers, phrases; quotes and signs of a phone count', async () => {
  expect(await found('charizrad name:char')).toEqual(['charizard', 'charizard-poor', 'charizard-psa']);
  expect(await found('pikachu 58/102 is:offers')).toEqual(['pikachu']);
  expect(await found('“lightning bolt” finish:foil year≥1990')).toEqual(['bolt-foil']);
  expect(await found('charizard −is:graded')).toEqual(['charizard', 'charizard-poor']);
  const { body } = await ask('charizard -is:graded', shop, '&sort=relevance&limit=40');
  expect(body.total).toBe(2);
  expect((await ask('charizard name:char', free)).body.message).toBe(
    '3 listings match. Advanced search is part of Premium.',
  );
  expect((await ask('lightning finish:foil', free)).body.message).toBe(
    '1 listing matches. Advanced search is part of Premium.',
  );
});

test('[RO-02] search operators with an equivalent filter work in the API, too, on every tier', async () => {
  const ids = async (q: string) =>
    (await ask(q, null)).body.items?.map(({ id }: { id: string }) => names.get(id)).sort();
  expect(await ids('cond:poor')).toEqual(['charizard-poor']);
  expect(await ids('cond:nm+ game:magic')).toEqual(['bolt-foil']);
  expect(await ids('charizard price<6')).toEqual(['charizard-poor']);
  expect(await ids('is:graded')).toEqual(['charizard-psa']);
  expect(await ids('lang:de')).toEqual(['charizard-poor']);
  expect(await ids('pikachu seller:keys_and_co')).toEqual(['pikachu']);
  expect(await ids('pikachu seller:reads_free')).toEqual([]);
  expect(await ids('pikachu seller:nobody_here')).toEqual([]);
});

test('a form writes the search and reads it back without scripts', async () => {
  const form = async (query: string) => market.request('GET', `/search-help?${query}`, { as: shop });
  const sent = await form('search=1&words=charizard+or+mew&game=pokemon&cond=near_mint&grade=&is=offers');
  expect([sent.status, sent.headers.get('location')]).toEqual([
    302,
    `/browse?q=${encodeURIComponent('(charizard or mew) game:pokemon cond>=near_mint is:offers')}`,
  ]);
  const browse = String((await market.request('GET', String(sent.headers.get('location')), { as: shop })).body);
  const back = /href="(\/search-help\?q=[^"]*)"[^>]*>Edit in advanced search</.exec(browse)?.[1] ?? '';
  const read = String((await market.request('GET', back, { as: shop })).body);
  expect(/<input[^>]*name="words"[^>]*>/.exec(read)?.[0]).toContain('value="charizard or mew"');
  expect(read).toMatch(/<option value="near_mint" selected="">Near mint or better<\/option>/);
  const wrong = await form('search=1&under=cheap');
  expect(wrong.status).toBe(200);
  expect(String(wrong.body)).toContain('“cheap” isn’t a valid value. Enter a price, for example 12.50.');
  expect((await form('search=1')).headers.get('location')).toBe('/browse');
  for (const odd of ['%00', '%F0%9F%83%8F', '(', '"', '-', 'a'.repeat(300)])
    expect((await form(`search=1&words=${odd}&set=${odd}&n=${odd}`)).status, odd).toBeLessThan(400);
});

test('and, or, not and brackets are what they are in logic, over random searches', {
  timeout: 60_000,
}, async () => {
  const leaves = [
    'name:charizard',
    'cond>=nm',
    'price<10',
    'is:offers',
    'finish:holo,foil',
    'lang:de',
    'grade>=9',
    'year<2000',
    'game:magic',
    'set:"base set"',
    'seller:keys_and_co',
    'rarity:common',
  ];
  const sets = new Map<string, string[]>();
  for (const leaf of leaves) sets.set(leaf, await found(`${leaf} name:a or ${leaf}`));
  const leaf = fc.constantFrom(...leaves).map((q) => ({ q, ids: sets.get(q) ?? [] }));
  const { tree } = fc.letrec<{ tree: { q: string; ids: string[] } }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie('tree').map(({ q, ids }) => ({ q: `-(${q})`, ids: all.filter((id) => !ids.includes(id)) })),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ q: `(${a.q}) (${b.q})`, ids: a.ids.filter((id) => b.ids.includes(id)) })),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => ({
        q: `(${a.q} or ${b.q})`,
        ids: all.filter((id) => a.ids.includes(id) || b.ids.includes(id)),
      })),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      tree.filter(({ q }) => q.length <= 180),
      async ({ q, ids }) => {
        expect(await found(`${q} (name:a or -name:a)`)).toEqual(ids);
      },
    ),
    { seed: 20_261_126, numRuns: 60 },
  );
});

test('a search is printed so that it is read back the same', () => {
  const tree: SearchTree = joined('and', [
    { kind: 'words', text: 'dark card', isPhrase: true },
    negated(
      joined('or', [
        { kind: 'term', key: 'set', comparison: ':', values: ['Base Set', 'JU'] },
        { kind: 'term', key: 'price', comparison: '<', values: ['5.50'] },
      ]),
    ),
  ]);
  expect(printSearch(tree)).toBe('"dark card" -(set:"Base Set",JU or price<5.50)');
});

test('a search without words knows no best match, and says how it is sorted', async () => {
  const sortsOf = async (q: string) => {
    const page = String((await market.request('GET', `/browse?q=${encodeURIComponent(q)}`, { as: shop })).body);
    const select = page.slice(
      page.indexOf('aria-label="Sort by"'),
      page.indexOf('</select>', page.indexOf('aria-label="Sort by"')),
    );
    return { best: select.includes('Best match'), chosen: /<option value="(\w+)" selected/.exec(select)?.[1] };
  };
  expect(await sortsOf('cond>=nm finish:holo')).toEqual({ best: false, chosen: 'newest' });
  expect(await sortsOf('charizard cond>=nm')).toEqual({ best: true, chosen: 'relevance' });
  expect(await sortsOf('charizard')).toEqual({ best: true, chosen: 'relevance' });
});

test('[RO-03] an `or` between plain words needs premium; a card of that name stays a name, and other words stay words', async () => {
  await market.platform.pool.query(
    "insert into card (id, game, set_code, external_id, number, number_order, name, finishes, language, source) select 'factorfiction', game, set_code, 'x-1', '999', '999', 'Fact or Fiction', finishes, language, source from card where external_id = 'lea-161' limit 1",
  );
  expect(await found('pikachu or umbreon')).toEqual(['pikachu', 'umbreon']);
  expect(await found('lang:de pikachu or charizard')).toEqual(['charizard-poor']);
  expect(await found('"lightning bolt" or umbreon')).toEqual(['bolt', 'bolt-foil', 'umbreon']);
  const page = await market.request('GET', `/browse?q=${encodeURIComponent('pikachu or umbreon')}`, { as: shop });
  expect([page.status, new URL(page.headers.get('location') ?? '', 'http://x').searchParams.get('q')]).toEqual([
    302,
    '(pikachu or umbreon)',
  ]);
  for (const as of [free, null]) {
    const { status, body } = await ask('pikachu or umbreon', as);
    expect([status, body.total]).toEqual([200, (await ask('umbreon or pikachu', as)).body.total]);
    expect((await market.request('GET', '/browse?q=pikachu+or+umbreon', as ? { as } : {})).status).toBe(200);
  }
  for (const q of ['fact or fiction', 'fact or fict', 'foil Fact or Fiction'])
    expect((await market.request('GET', `/browse?q=${encodeURIComponent(q)}`, { as: shop })).status, q).toBe(200);
});
