import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/entry/index.server.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pagesOfBuild } from './abuse/pages.testing.ts';

/** What strangers and search engines read. */
let market: TestMarket;
let seller: TestMember;
let listingId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await premium(market, await market.signUp('Reads_Well'));
  listingId = (await listed(market, seller, { name: 'Headasaur', title: 'Headed by its seller', description: 'Written by its seller.' })).id;
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

test('[RT-12] every public page says its title, description, Open Graph and JSON-LD', { timeout: 60_000 }, async () => {
  const things = await addressesOfThings();
  const pages = (await pagesOfBuild()).filter(({ hasComponent }) => hasComponent).map(({ path }) => path.replace('?index', ''));
  const read: string[] = [];
  for (const path of new Set(pages)) {
    const { status, body } = await get(things[path] ?? path);
    // What leads to the sign-in, or has nothing of that name.
    if (status !== 200) continue;
    expect(body, path).toMatch(/<title>[^<]{5,}<\/title>/);
    for (const name of ['name="description"', 'property="og:title"', 'property="og:description"'])
      expect(body, path).toMatch(new RegExp(`<meta ${name} content="[^"]{3,}"`));
    // What search engines are asked to leave tells them nothing.
    if (body.includes('<meta name="robots" content="noindex"/>')) continue;
    read.push(path);
    const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json ?? 'null'), path).toMatchObject({ '@context': 'https://schema.org' });
  }
  const named = ['/', '/browse', '/games', '/about', '/faq', '/fees', '/privacy-policy', '/grading-guide', '/guides', '/premium', '/wanted'];
  expect(read).toEqual(expect.arrayContaining([...named, '/auth/sign-in', '/auth/sign-up', ...Object.keys(things)]));
});

test('[RO-05] [13-A] the page of a suspended seller’s listing tells nothing of the person, leads to no closed profile and is not indexed', async () => {
  const path = `/listings/${listingId}`;
  const profile = `/profile/${seller.id}`;
  const before = await get(path);
  for (const part of [profile, 'Headed by its seller', 'Written by its seller.', 'ld+json']) expect(before.body).toContain(part);
  expect(before.body).not.toContain('content="noindex"');

  await suspendMember(market.platform, { userId: seller.id, by: 'command line', reason: 'A test.' });
  await market.runJobs();
  const hidden = await get(path);
  expect([hidden.status, (await get(profile)).status]).toEqual([200, 404]);
  expect(hidden.body).toContain('<meta name="robots" content="noindex"/>');
  for (const part of [profile, `seller=${seller.id}`, 'Headed by its seller', 'Written by its seller.', 'ld+json'])
    expect(hidden.body).not.toContain(part);

  await restoreMember(market.platform, { userId: seller.id, by: 'command line' });
  await market.runJobs();
  expect((await get(path)).body).toContain(profile);
});
