import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { importTestCards, listed, premium } from '../../testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  cards = await importTestCards(market);
  seller = await premium(market, await market.signUp('mara_sells'));
  other = await premium(market, await market.signUp('otto_sells'));
}, 120_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const list = (as: TestMember, externalId: string, amount: number, more: Record<string, unknown> = {}) =>
  listed(market, as, { catalogueCardId: cards[externalId], price: usd(amount), ...more });
const page = async (path: string, as?: TestMember) => {
  const { status, body } = await market.request('GET', path, as ? { as } : {});
  return { status, html: String(body).replace(/<!-- -->/g, '') };
};
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
const shows = async (query: string, as?: TestMember) => {
  const html = main((await page(`/profile/${seller.id}${query}`, as)).html);
  return [...new Set([...html.matchAll(/href="\/listings\/([0-9a-z]+)"/g)].map(([, id]) => id))].sort();
};

test('a seller’s page has its own search: words, set, condition, price and order, without scripts, and never other sellers’ cards', async () => {
  const near = await list(seller, 'base1-4', 1_500);
  const good = await list(seller, 'base1-58', 500, { condition: 'good' });
  const magic = await list(seller, 'lea-161', 900, { finish: 'nonfoil' });
  const theirs = await list(other, 'base1-4', 100);
  expect(await shows('')).toEqual([near.id, good.id, magic.id].sort());
  expect(await shows('?set=base1')).toEqual([near.id, good.id].sort());
  expect(await shows('?condition=mint,near_mint')).toEqual([near.id, magic.id].sort());
  expect(await shows('?maxPrice=10.00')).toEqual([good.id, magic.id].sort());
  expect(await shows('?q=charizard')).toEqual([near.id]);
  // Another seller in the address is no way out.
  expect(await shows(`?q=charizard&seller=${other.id}`)).toEqual([near.id]);
  expect(await shows('?q=charizard')).not.toContain(theirs.id);

  // Operators and gradings are filters here, too; the tiles do not repeat whose page it is.
  const graded = await list(seller, 'base1-58', 600, { grading: { company: 'PSA', grade: 9 } });
  expect(await shows(`?q=${encodeURIComponent('pikachu psa 9')}`)).toEqual([graded.id]);
  const { html: shop } = await page(`/profile/${seller.id}?q=${encodeURIComponent('pikachu foo:bar')}`);
  expect(shop).toContain('“foo:” isn’t a search operator. We searched for it as keywords.');
  const tiles = main((await page(`/profile/${seller.id}`)).html);
  expect([tiles.includes('class="post"'), tiles.includes('class="sn"')]).toEqual([true, false]);
  await market.request('POST', `/api/listings/${graded.id}/pause`, { as: seller });

  const { html } = await page(`/profile/${seller.id}?set=base1&sort=price_asc`);
  for (const words of [
    'Search mara_sells’s cards',
    'aria-label="Sets from this seller"',
    'aria-label="Applied filters"',
    'action="/profile/',
  ])
    expect([words, html.includes(words)]).toEqual([words, true]);
  expect(html.indexOf(`/listings/${good.id}`)).toBeLessThan(html.indexOf(`/listings/${near.id}`));
  const none = main((await page(`/profile/${seller.id}?q=nothinglikethis`)).html);
  expect([none.includes('No matching listings'), none.includes('Nothing for sale right now')]).toEqual([true, false]);
  expect((await page(`/profile/${seller.id}?q=${encodeURIComponent('name:mew grade>=99')}`)).html).toContain(
    'We couldn’t understand this search',
  );
  expect(main((await page(`/profile/${(await market.signUp()).id}?q=x`)).html)).not.toContain('href="/listings/');
  // A broken cursor is refused, not a fault.
  expect((await page(`/profile/${seller.id}?cursor=x`)).status).toBe(422);
});

test('figures are on the seller’s page and beside their listings, with sample and days, or reported as too few', async () => {
  const shown = await list(seller, 'base1-4', 1_200);
  const nothing = main((await page(`/listings/${shown.id}`)).html);
  expect(nothing).toContain('Not enough orders and replies in the last 365 days');
  expect(main((await page(`/profile/${seller.id}`)).html).match(/Not enough data/g)?.length).toBe(4);
  for (const hours of [2, 5, 9]) {
    const { order, checkoutUrl } = await buyPlaced(market, other, (await list(seller, 'base1-58', 400)).id);
    await pay(checkoutUrl);
    await passTime(market);
    await passTime(market, hours * hourMs);
    expect(
      (await market.request('POST', `/api/orders/${order.id}/ship`, { as: seller, body: { carrier: 'Post' } })).status,
    ).toBe(200);
  }
  await market.runJobs();
  for (const path of [`/profile/${seller.id}`, `/listings/${shown.id}`]) {
    const html = main((await page(path)).html);
    for (const words of [
      'Ships in',
      '5 hours',
      'median of 3 shipped orders',
      '0 first replies',
      'of 3 orders',
      '365 days',
    ])
      expect([
        path,
        words,
        html.includes(words) || html.slice(html.indexOf('Ships in'), html.indexOf('Ships in') + 120),
      ]).toEqual([path, words, true]);
  }
});

test('a seller with cards for sale and reviews has a tab for each, links without scripts; a page of cards has no reviews below', async () => {
  const buyer = await market.signUp();
  const { id } = await list(seller, 'base1-58', 450);
  const at = `/profile/${seller.id}`;
  expect(main((await page(at)).html)).toContain('No reviews yet');
  const { order, checkoutUrl } = await buyPlaced(market, buyer, id);
  await pay(checkoutUrl);
  await passTime(market);
  const act = (as: TestMember, verb: string, body: unknown) =>
    market.request('POST', `/api/orders/${order.id}/${verb}`, { as, body });
  expect((await act(seller, 'ship', { carrier: 'Post' })).status).toBe(200);
  expect((await act(buyer, 'deliver', {})).status).toBe(200);
  for (const as of [buyer, seller])
    expect((await act(as, 'review', { rating: 5, text: 'All well.' })).status).toBe(201);
  const still = await list(seller, 'base1-4', 1_300);
  const shown = async (query: string) => {
    const html = main((await page(`${at}${query}`)).html);
    const current = /aria-current="page"[^>]*>([A-Z][a-z ]+?) ?</.exec(html)?.[1];
    return [
      current,
      html.includes('data-testid="review"'),
      html.includes(`/listings/${still.id}`),
      html.includes(`href="${at}?tab=reviews"`),
    ];
  };
  expect(await shown('')).toEqual(['For sale', false, true, true]);
  expect(await shown('?tab=reviews')).toEqual(['Reviews', true, false, true]);
  // The stars beside the name lead to where the list begins, under a tab and, of who sells nothing, without one; from
  // one's own page to that of all.
  const bare = main((await page(`/profile/${buyer.id}`)).html);
  const own = String((await market.request('GET', '/profile', { as: seller })).body);
  for (const html of [main((await page(`${at}?tab=reviews`)).html), own])
    expect(html).toContain(`href="${at}?tab=reviews#reviews"`);
  expect(bare).toContain(`href="/profile/${buyer.id}?tab=reviews#reviews"`);
  for (const html of [main((await page(`${at}?tab=reviews`)).html), bare])
    expect(html.match(/id="reviews"/g)).toHaveLength(1);
  // Cards that nothing fits are still one of two things to see.
  expect(await shown('?q=nothinglikethis')).toEqual(['For sale', false, false, true]);
  // Who sells nothing has one page.
  const bought = main((await page(`/profile/${(await market.signUp()).id}`)).html);
  expect([bought.includes('tab=reviews'), bought.includes('No reviews yet')]).toEqual([false, true]);
});

test('a link to a seller’s page has a generated picture with name, rating and sales; a listing’s has its photo', async () => {
  const shown = await list(seller, 'base1-4', 1_100);
  const head = async (path: string) => (await page(path)).html.slice(0, 8_000);
  const address = /property="og:image" content="([^"]+)"/.exec(await head(`/profile/${seller.id}`))?.[1] ?? '';
  expect(address).toContain(`${market.url}/og/members/${seller.id}.webp?says=`);
  const picture = await fetch(address.replaceAll('&amp;', '&'));
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'public, max-age=3600',
  ]);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'webp' });
  // Another rating is another address, and another picture.
  await market.platform.pool.query('update profile set rating = 4.5, rating_count = 8 where user_id = $1', [seller.id]);
  const next = /property="og:image" content="([^"]+)"/.exec(await head(`/profile/${seller.id}?q=x`))?.[1] ?? '';
  expect(next).not.toBe(address);
  const changed = Buffer.from(await (await fetch(next)).arrayBuffer());
  expect(changed.equals(bytes)).toBe(false);
  for (const [file, status] of [
    [`${seller.id}.png`, 404],
    ['none.webp', 404],
    ['%2e%2e.webp', 404],
    [`${seller.id}.webp?says=%00`, 200],
  ] as const)
    expect([file, (await market.request('GET', `/og/members/${file}`)).status]).toEqual([file, status]);
  const photo = /property="og:image" content="([^"]+)"/.exec(await head(`/listings/${shown.id}`))?.[1];
  expect(photo ?? null).toBe(shown.photos[0] ? `${market.url}${shown.photos[0].url}` : null);
});
