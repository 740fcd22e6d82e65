import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/auth/index.server.ts';
import { importTestCards as importOthers, testCardId } from '#features/catalogue/testing.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pagesOfBuild } from '../security/operations/pages.testing.ts';

/** What strangers and search engines read. */
let market: TestMarket;
let seller: TestMember;
let listingId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await premium(market, await market.signUp('Reads_Well'));
  listingId = (
    await listed(market, seller, {
      name: 'Headasaur',
      title: 'Headed by its seller',
      description: 'Written by its seller.',
    })
  ).id;
}, 60_000);
afterAll(() => market?.close());

const get = (path: string) => market.request<string>('GET', path);

/** Of the pages that are about one thing those that strangers read, each with such a thing. */
async function addressesOfThings(): Promise<Record<string, string>> {
  const catalogueCardId = (await importTestCards(market))['base1-4'] ?? '';
  const wish = { title: 'A Mew', game: 'pokemon', highestPrice: { amount: 500, currency: 'USD' } };
  const { body: wanted } = await market.request<{ id: string }>('POST', '/api/wanted', { as: seller, body: wish });
  return {
    '/cards/:id': `/cards/${catalogueCardId}`,
    '/games/:game': '/games/pokemon',
    '/sets/:game/*': '/sets/pokemon/base1',
    '/listings/:id': `/listings/${listingId}`,
    '/profile/:id': `/profile/${seller.id}`,
    '/wanted/:id': `/wanted/${wanted.id}`,
  };
}

test('[RT-12] every public page says its title, description, Open Graph and JSON-LD', {
  timeout: 60_000,
}, async () => {
  const things = await addressesOfThings();
  const pages = (await pagesOfBuild())
    .filter(({ hasComponent }) => hasComponent)
    .map(({ path }) => path.replace('?index', ''));
  const read: string[] = [];
  for (const path of new Set(pages)) {
    const { status, body } = await get(things[path] ?? path);
    // What leads to the sign-in, or has nothing of that name.
    if (status !== 200) continue;
    expect(body, path).toMatch(/<title>[^<]{5,}<\/title>/);
    for (const name of ['name="description"', 'property="og:title"', 'property="og:description"'])
      expect(body, path).toMatch(new RegExp(`<meta ${name} content="[^"]{3,}"`));
    // Pages marked noindex need no structured data.
    if (body.includes('<meta name="robots" content="noindex"/>')) continue;
    read.push(path);
    const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json ?? 'null'), path).toMatchObject({ '@context': 'https://schema.org' });
  }
  const named = [
    '/',
    '/browse',
    '/games',
    '/about',
    '/faq',
    '/fees',
    '/privacy-policy',
    '/grading-guide',
    '/guides',
    '/premium',
    '/new-sellers',
    '/wanted',
  ];
  expect(read).toEqual(expect.arrayContaining([...named, '/auth/sign-in', '/auth/sign-up', ...Object.keys(things)]));
});

test('a search that finds nothing names the sets that are called so, misspelt too; after a set a number keeps its zeros', async () => {
  // Among them a card whose number is 1 without the zeros, of another set.
  await importOthers(market.platform);
  const page = async (path: string) => (await get(path)).body.replaceAll('<!-- -->', '');
  const named = async (q: string) =>
    [...(await page(`/browse?q=${q}`)).matchAll(/aria-label="View set: ([^,"]+), ([^"]+)"/g)].map(
      ([, ...said]) => said,
    );
  expect(await named('team%20rocket')).toEqual([['Team Rocket', 'Pokémon · 2000 · 1 card']]);
  expect(await page('/browse?q=team%20rocket')).toContain('href="/sets/pokemon/base5"');
  expect(await named('allainces')).toEqual([['Alliances', 'Magic: The Gathering · 1996 · 1 card']]);
  // By its code, or with the last word unfinished.
  expect(await named('leb')).toEqual([['Limited Edition Beta', 'Magic: The Gathering · 1993 · 1 card']]);
  expect(await named('evolving%20ski')).toEqual([['Evolving Skies', 'Pokémon · 2021 · 1 card']]);
  expect(await named('team%20rocket&game=magic')).toEqual([]);
  // A word that nothing is called is left out, as it is of cards.
  expect((await named('zzqqx%20rocket')).map(([name]) => name)).toEqual(['Team Rocket']);
  // What a card is called, a year and a game name no set.
  for (const q of ['blastoise', '1996', 'blastoise%20alliances', 'pokemon'])
    expect([q, await named(q)]).toEqual([q, []]);
  for (const externalId of ['LOB/LOB-001/ultra', 'jordan-57'])
    await listed(market, seller, { catalogueCardId: testCardId(externalId) });
  await market.runJobs();
  const found = await page('/browse?q=lob%20001');
  expect([...found.matchAll(/data-testid="listing-tile"/g)]).toHaveLength(1);
  expect(found).toContain('LOB-001');
});

test('[RO-05] the page of a suspended seller’s listing is closed like the profile, shows no data and is not indexed, until they are back', async () => {
  const path = `/listings/${listingId}`;
  const profile = `/profile/${seller.id}`;
  const before = await get(path);
  for (const part of [profile, 'Headed by its seller', 'Written by its seller.', 'ld+json'])
    expect(before.body).toContain(part);
  expect(before.body).not.toContain('content="noindex"');

  await suspendMember(market.platform, { userId: seller.id, by: 'command line', reason: 'A test.' });
  await market.runJobs();
  const hidden = await get(path);
  expect([hidden.status, (await get(profile)).status]).toEqual([404, 404]);
  expect(hidden.body).toContain('<meta name="robots" content="noindex"/>');
  for (const part of [profile, `seller=${seller.id}`, 'Headed by its seller', 'Written by its seller.', 'ld+json'])
    expect(hidden.body).not.toContain(part);

  await restoreMember(market.platform, { userId: seller.id, by: 'command line' });
  await market.runJobs();
  expect((await get(path)).body).toContain(profile);
});

test('[RT-09] an address that asks to write to another member than the page’s opens nothing and says why; the right one opens the dialog', async () => {
  const other = await market.signUp();
  for (const path of [`/listings/${listingId}`, `/profile/${seller.id}`]) {
    const at = async (query: string) =>
      String((await get(`${path}?action=send_message${query}`)).body).replaceAll('<!-- -->', '');
    const right = await at(`&recipientId=${seller.id}`);
    expect([right.includes('data-testid="message-dialog"'), right.includes('This link ')]).toEqual([true, false]);
    for (const [query, why] of [
      [`&recipientId=${other.id}`, 'This link is for a message to another member. To send it, open their profile.'],
      ['', 'This link has no recipient. To message Reads_Well, select “Message'],
    ] as const) {
      const wrong = await at(query);
      expect([wrong.includes('data-testid="message-dialog"'), wrong.includes(why)]).toEqual([false, true]);
    }
  }
  expect((await get(`/listings/${listingId}`)).body).not.toContain('This link ');
});

test('[EN-01] a profile says how many sales there were, none too', async () => {
  const fresh = await market.signUp();
  // Each time another address: direct SQL appends no event, so the page would be in the cache.
  const sales = async (at: string) =>
    /(\d[\d,]* sales?)<\/span>/.exec(
      String((await get(`/profile/${fresh.id}?${at}`)).body).replaceAll('<!-- -->', ''),
    )?.[1];
  expect(await sales('before')).toBe('0 sales');
  await market.platform.pool.query('update profile set total_sales = 1 where user_id = $1', [fresh.id]);
  expect(await sales('after')).toBe('1 sale');
});
