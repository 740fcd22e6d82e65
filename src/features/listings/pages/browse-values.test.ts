import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { importTestCards, listed, premium } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const seller = await premium(market, await market.signUp());
  for (let n = 1; n <= 12; n++) {
    // The first ones are the commonest.
    for (let copies = 0; copies < (n <= 8 ? 2 : 1); copies++)
      await listed(market, seller, { game: 'pokemon', name: 'Pikachu', rarity: `Sort ${n}` });
  }
  await market.runJobs();
}, 60_000);
afterAll(() => market?.close());

const umbreonV = {
  game: 'pokemon',
  setCode: 'swsh7',
  setName: 'Evolving Skies',
  releaseDate: '2021-08-27',
  number: '94',
  printedTotal: 203,
  name: 'Umbreon V',
  rarity: 'Ultra Rare',
  finishes: ['holo'],
  externalId: 'swsh7-94',
};

const page = async (path: string) => String((await market.request('GET', path)).body).replaceAll('<!-- -->', '');
const rarities = (html: string) => [...html.matchAll(/id="side-rarity-([^"]+)"/g)].map(([, value]) => value).sort();
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `Sort ${from + n}`).sort();

test('a page offers the commonest rarities, the chosen ones, and all of them on request', async () => {
  const first = await page('/browse');
  expect(rarities(first)).toEqual(numbered(1, 8));
  expect(first).toContain('href="/browse?facets=all"');
  expect(first).toContain('4 more rarities');
  expect(rarities(await page('/browse?rarity=Sort%2012&rarity=Sort%203'))).toEqual(
    expect.arrayContaining(['Sort 12', 'Sort 3']),
  );
  const all = await page('/browse?facets=all');
  expect(rarities(all)).toEqual(numbered(1, 12));
  expect(all).toContain('Fewer rarities');
  // It stays so while one filters, by form too.
  expect(all).toMatch(/<input type="hidden" name="facets" value="all"/);
});

test('a search without matches names possible cards of the catalogue, each with a link, and with a wanted post where none is for sale', async () => {
  const cards = await importTestCards(market);
  const html = await page('/browse?q=lightning%20bolt');
  expect(html).toContain('In our card database');
  expect(html).toContain('none for sale');
  expect(html).toContain(`href="/cards/${cards['lea-161']}"`);
  expect(html).toContain(`href="/wanted/create?card=${cards['lea-161']}"`);
  expect(await page(`/cards/${cards['lea-161']}`)).toContain(`href="/wanted/create?card=${cards['lea-161']}"`);
  // A copy that a filter hides is still for sale.
  const seller = await premium(market, await market.signUp());
  await listed(market, seller, {
    catalogueCardId: cards['lea-161'],
    condition: 'good',
    price: { amount: 1_234, currency: 'USD' },
  });
  await market.runJobs();
  const hidden = await page('/browse?q=lightning%20bolt&condition=mint');
  expect(hidden).toContain('from $12.34');
  expect(hidden).toMatch(/aria-label="View listings: Lightning Bolt/);
  expect(hidden).not.toContain('none for sale');
  expect(hidden).not.toContain(`href="/wanted/create?card=${cards['lea-161']}"`);
  // The filter that is in the way, with what there is without it.
  expect(hidden).toContain('Remove “Mint” to see 1 listing.');
  expect(hidden).toContain('href="/browse?q=lightning+bolt"');
  expect(hidden).toContain('>Remove Mint<');
  // A word that is no seller's name.
  const misspelt = await page('/browse?q=umbreom%20vmax');
  expect(misspelt).toMatch(/Did you mean <a [^>]*href="\/browse\?q=umbreon\+vmax"[^>]*>umbreon vmax<\/a>\?/);
  expect(misspelt).toContain(`href="/wanted/create?card=${cards['swsh7-215']}"`);
  // What is typed so far may be the start of a word: the card with a copy comes first, as among the suggestions.
  await listed(market, seller, {
    catalogueCardId: cards['swsh7-215'],
    condition: 'good',
    price: { amount: 1_500, currency: 'USD' },
  });
  await importTestCards(market, [umbreonV]);
  await market.runJobs();
  const started = await page('/browse?q=umbreon%20v');
  expect(started).toMatch(/View listings: Umbreon VMAX[\s\S]*Create wanted post: Umbreon V,/);
  expect([started.includes('Clear search'), started.includes('Clear filters')]).toEqual([true, false]);
  const unknown = await page('/browse?q=qqqq%20zzzz');
  expect(unknown).not.toContain('In our card database');
  expect(unknown).toContain('href="/wanted/create?title=qqqq%20zzzz"');
});

test('a page speaks of a rarity in one word, and an address with another spelling leads to it', async () => {
  const seller = await premium(market, await market.signUp());
  const cards = await importTestCards(market);
  const bolt = await listed(market, seller, { catalogueCardId: cards['lea-161'] as string });
  await listed(market, seller, { game: 'magic', name: 'Giant Growth', rarity: 'COMMON' });
  await market.runJobs();
  const html = await page('/browse?game=magic');
  expect(rarities(html)).toEqual(['Common']);
  const led = await market.request('GET', '/browse?game=magic&rarity=common');
  expect(led.status).toBe(302);
  expect(led.headers.get('location')).toBe('/browse?game=magic&rarity=Common');
  expect(await page('/browse?game=magic&rarity=Common')).toContain('Giant Growth');
  expect(await page(`/listings/${bolt.id}`)).toContain(' · Common');
  expect(await page(`/cards/${cards['lea-161']}`)).toContain(' · Common');
  expect(await page('/sets/magic/LEA')).toContain('161 · Common');
});

test('a grading typed into the search leads to its filters, as chips that can be removed, with counts beside', async () => {
  const seller = await premium(market, await market.signUp());
  for (const grading of [
    { company: 'PSA', grade: 10 },
    { company: 'PSA', grade: 9 },
    { company: 'CGC', grade: 10 },
  ] as const)
    await listed(market, seller, { game: 'pokemon', name: 'Gradeon', grading });
  await market.runJobs();
  const led = await market.request('GET', '/browse?q=gradeon%20psa%2010');
  expect([led.status, led.headers.get('location')]).toEqual([302, '/browse?q=gradeon&company=PSA&grade=10']);
  const html = await page('/browse?q=gradeon&company=PSA&grade=10');
  expect(html).toMatch(/href="\/browse\?q=gradeon&amp;grade=10"[^>]*><span>PSA</);
  expect(html).toMatch(/href="\/browse\?q=gradeon&amp;company=PSA"[^>]*><span>Grade 10</);
  const box = (id: string) => new RegExp(`id="side-${id}"[^>]*>.*?</label>`).exec(html)?.[0] ?? '';
  expect(['company-PSA', 'company-CGC', 'grade-10', 'grade-9'].map((id) => /<em>(\d+)/.exec(box(id))?.[1])).toEqual([
    ...['1', '1'],
    ...['1', '1'],
  ]);
  expect(box('photo')).toContain('With photo');
});

test('an operator that is searched as keywords is named above the results, with where to read on', async () => {
  const html = await page(`/browse?q=${encodeURIComponent('pikachu foo:bar')}`);
  expect(html).toContain('“foo:” isn’t a search operator. We searched for it as keywords.');
  const set = await page(`/browse?q=${encodeURIComponent('set:"base set" pikachu')}`);
  expect(set).toMatch(
    /“set:” is part of Premium. We searched for it as keywords. <a [^>]*href="\/premium"[^>]*>Compare plans</,
  );
  expect(await page('/browse?q=pikachu')).not.toContain('searched for it as keywords');
});

test('the way to more says how many are left, and no more than come', async () => {
  // Twelve rarities of Pikachu, twenty copies, and what the other tests list.
  const seller = await premium(market, await market.signUp());
  for (let n = 0; n < 30; n++) await listed(market, seller, { game: 'lorcana', name: `Moreon ${n}` });
  await market.runJobs();
  expect(await page('/browse?game=lorcana')).toContain('>Show 6 more<');
  expect(await page(`/browse?game=lorcana&minPrice=1`)).toContain('Showing 24 of 30');
});

test('a price that cannot be read is said above the results, where a phone has its filters closed, and is taken away by a press', async () => {
  const applied = (html: string) =>
    [
      ...(/<ul[^>]*aria-label="Applied filters".*?<\/ul>/.exec(html)?.[0] ?? '').matchAll(
        /href="([^"]*)"[^>]*><span[^>]*>([^<]*)/g,
      ),
    ].map(([, href, said]) => [said, href?.replaceAll('&amp;', '&')]);
  expect(applied(await page('/browse?q=pikachu&minPrice=%E2%82%AC9&maxPrice=25'))).toEqual([
    ['Invalid price in USD: “€9”', '/browse?q=pikachu&maxPrice=25'],
    ['“pikachu”', '/browse?minPrice=%E2%82%AC9&maxPrice=25&sort=relevance'],
    ['Up to $25', '/browse?q=pikachu'],
  ]);
});
