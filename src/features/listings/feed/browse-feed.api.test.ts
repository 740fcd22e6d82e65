import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, listed, premium } from '../testing.ts';

let market: TestMarket;
let shop: TestMember;
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const cards = await importTestCards(market);
  shop = await premium(market, await market.signUp('feeds_and_co'));
  await listed(market, shop, { catalogueCardId: cards['base1-4'] ?? '', price: usd(1_900) });
  await market.advance(60);
  await listed(market, shop, { catalogueCardId: cards['base1-4'] ?? '', price: usd(500), condition: 'poor' });
  await market.advance(60);
  await listed(market, shop, {
    game: 'other',
    name: 'Fan ]]> <img src=x onerror=alert(1)> & "card"',
    price: usd(50),
    condition: 'unknown',
    grading: { company: 'PSA', grade: '9', certificate: '<i>GA' },
  });
}, 60_000);
afterAll(() => market?.close());

async function read(query: string, as?: TestMember) {
  const { status, headers, body } = await market.request('GET', `/browse.rss${query}`, as ? { as } : {});
  return { status, type: headers.get('content-type'), caching: headers.get('cache-control'), text: String(body) };
}
const titles = (text: string) => [...text.matchAll(/<item>\s*<title>(.*?)<\/title>/gs)].map(([, title]) => title);

test('any search is a feed, the newest first, with a buyer’s main facts first', async () => {
  const { status, type, caching, text } = await read('?q=charizard');
  expect([status, type, caching]).toEqual([200, 'application/rss+xml; charset=utf-8', 'public, max-age=300']);
  expect(titles(text)).toEqual(['Charizard, Base Set · 4 · EN: $5.00', 'Charizard, Base Set · 4 · EN: $19.00']);
  expect(text).toContain('Poor · ');
  expect(text).toContain('Sold by feeds_and_co.');
  expect(text).toMatch(/<link>http:[^<]*\/listings\/[a-z0-9]+<\/link>/);
  expect(titles((await read('?maxPrice=10&condition=poor')).text)).toHaveLength(1);
  expect(titles((await read('?q=price<10+charizard')).text)).toHaveLength(1);
  expect((await read('', shop)).caching).toBe('no-store');
});

test('what a seller typed stays text, and the document whole', async () => {
  const { text } = await read('?game=other');
  expect(titles(text)[0]).toContain('Fan ]]&gt; &lt;img src=x onerror=alert(1)&gt; &amp; &quot;card&quot;');
  expect(text).toContain('<description>PSA 9 · ');
  expect(text).not.toMatch(/<img|<!\[CDATA|&(?!amp;|lt;|gt;|quot;|#39;)/);
});

test('a feed of an advanced search is premium’s, and a search that can’t be read is refused', async () => {
  const q = `?q=${encodeURIComponent('charizard -is:graded')}`;
  expect((await read(q)).status).toBe(403);
  expect(titles((await read(q, shop)).text)).toHaveLength(2);
  expect((await read(`?q=${encodeURIComponent('name:charizard (')}`, shop)).status).toBeLessThan(500);
  for (const odd of ['%00', '%F0%9F%83%8F', 'a'.repeat(500)])
    expect((await read(`?q=${odd}&set=${odd}&minPrice=${odd}`)).status, odd).toBeLessThan(500);
});

test('the page of a search names its feed', async () => {
  const page = String((await market.request('GET', '/browse?q=charizard&sort=price_asc')).body);
  expect(/<link rel="alternate" type="application\/rss\+xml"[^>]*>/.exec(page)?.[0]).toContain(
    'href="/browse.rss?q=charizard',
  );
});
