import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/entry/index.server.ts';
import { listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

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

test('[RT-12] every public page says its title, description, Open Graph and JSON-LD', { timeout: 60_000 }, async () => {
  const paths = [
    '/',
    '/browse',
    '/games',
    '/about',
    '/faq',
    '/fees',
    '/new-sellers',
    '/privacy-policy',
    '/grading-guide',
    '/guides',
    '/premium',
    '/auth/sign-in',
    '/auth/sign-up',
  ];
  for (const path of [...paths, `/listings/${listingId}`, `/profile/${seller.id}`]) {
    const { status, body } = await get(path);
    expect(status, path).toBe(200);
    expect(body, path).toMatch(/<title>[^<]{5,}<\/title>/);
    for (const name of ['name="description"', 'property="og:title"', 'property="og:description"'])
      expect(body, path).toMatch(new RegExp(`<meta ${name} content="[^"]{3,}"`));
    const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json ?? 'null'), path).toMatchObject({ '@context': 'https://schema.org' });
  }
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
