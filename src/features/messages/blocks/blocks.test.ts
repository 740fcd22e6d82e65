import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { buy, buyPlaced, makePremium, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
}, 120_000);
afterAll(() => market?.close());

let n = 0;
const join = () => market.signUp(`blocker_${++n}`);
const get = (path: string, as?: TestMember) => market.request('GET', path, as ? { as } : {});
const block = (as: TestMember, of: TestMember, reason = 'Sent me a fake.') =>
  market.request('POST', `/api/members/${of.id}/block`, { as, body: { reason } });
const unblock = (as: TestMember, of: TestMember) => market.request('DELETE', `/api/members/${of.id}/block`, { as });
const idsOf = async (path: string, as?: TestMember): Promise<string[]> =>
  (await get(path, as)).body.items.map((item: { id: string }) => item.id);
const hidden = 'You can’t trade with this seller, so this listing isn’t shown to you.';

/** Two sellers with a listing each, and a viewer of both. */
async function pair() {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const [anas, bobs, eves] = [
    await putUpForSale(market, ana),
    await putUpForSale(market, bob),
    await putUpForSale(market, eve),
  ];
  return { ana, bob, eve, anas, bobs, eves };
}

test('[EN-07] a block hides the listings of each of the two from the other: in searches, their counts, by address and among favourites', async () => {
  const { ana, bob, eve, anas, bobs, eves } = await pair();
  await market.request('PUT', `/api/favorites/${anas}`, { as: bob });
  const searches = [
    '/api/listings?limit=100',
    '/api/listings?q=charizard&limit=100',
    '/api/listings?game=pokemon&sort=price_asc&limit=100',
  ];
  const before = await Promise.all(searches.map(async (path) => (await get(path, bob)).body.total));
  // Requested twice: a cached answer must not be served after the block.
  for (const path of searches) expect(await idsOf(path, bob)).toEqual(expect.arrayContaining([anas, bobs, eves]));

  expect((await block(ana, bob)).status).toBe(200);
  for (const [at, path] of searches.entries()) {
    for (const [who, theirs, own] of [
      [bob, anas, bobs],
      [ana, bobs, anas],
    ] as const) {
      const found = (await get(path, who)).body;
      const ids = found.items.map(({ id }: { id: string }) => id);
      expect([path, ids.includes(theirs), ids.includes(own), ids.includes(eves)]).toEqual([path, false, true, true]);
      expect([path, found.total, found.facets.game[0].count]).toEqual([
        path,
        (before[at] ?? 0) - 1,
        (before[at] ?? 0) - 1,
      ]);
    }
    expect(await idsOf(path, eve)).toEqual(expect.arrayContaining([anas, bobs]));
    expect(await idsOf(path)).toEqual(expect.arrayContaining([anas, bobs]));
  }
  expect(await idsOf(`/api/listings?seller=${ana.id}`, bob)).toEqual([]);
  expect([await get(`/api/listings/${anas}`, bob), await get(`/api/listings/${bobs}`, ana)]).toMatchObject([
    { status: 404, body: { message: hidden } },
    { status: 404, body: { message: hidden } },
  ]);
  expect([(await get(`/api/listings/${anas}`, ana)).status, (await get(`/api/listings/${anas}`)).status]).toEqual([
    200, 200,
  ]);
  expect(await idsOf('/api/favorites', bob)).toEqual([]);
  expect(await market.request('PUT', `/api/favorites/${anas}`, { as: bob })).toMatchObject({
    status: 404,
    body: { message: hidden },
  });

  await unblock(ana, bob);
  for (const path of searches) expect(await idsOf(path, bob)).toContain(anas);
  expect(await idsOf('/api/favorites', bob)).toEqual([anas]);
  expect((await get(`/api/listings/${bobs}`, ana)).status).toBe(200);
});

test('[EN-07] neither of the two buys from the other, and an existing order continues for both', async () => {
  const { ana, bob } = await pair();
  await makePremium(market, ana);
  const [first, second] = [await putUpForSale(market, ana), await putUpForSale(market, ana)];
  const { order } = await buyPlaced(market, bob, first);
  await block(bob, ana);
  for (const [buyer, listingId] of [
    [bob, second],
    [ana, await putUpForSale(market, bob)],
  ] as const)
    expect(await buy(market, buyer, listingId)).toMatchObject({
      status: 403,
      body: { code: 'blocked', message: 'You and this seller can’t trade with each other. Nothing was bought.' },
    });
  // The refused requests hold no stock.
  expect((await get(`/api/listings/${second}`)).body).toMatchObject({ status: 'active', quantityAvailable: 1 });
  expect([
    (await get(`/api/orders/${order.id}`, bob)).status,
    (await get(`/api/orders/${order.id}`, ana)).status,
  ]).toEqual([200, 200]);
  await unblock(bob, ana);
  expect((await buy(market, bob, second)).status).toBe(201);
});

test('[EN-07] the pages name the block: the listing to the blocked member, both profiles, and the settings with an unblock button', async () => {
  const { ana, bob, anas, eves } = await pair();
  const page = async (path: string, as?: TestMember) => {
    const { status, body } = await market.request<string>('GET', path, as ? { as } : {});
    return { status, text: body };
  };
  await block(ana, bob);
  const shut = await page(`/listings/${anas}`, bob);
  expect([shut.status, shut.text.includes(hidden), shut.text.includes('Sent me a fake.')]).toEqual([404, true, false]);
  expect((await page(`/listings/${anas}`)).status).toBe(200);
  for (const path of ['/', '/browse', `/listings/${eves}`]) {
    expect([path, (await page(path, bob)).text.includes(`/listings/${anas}`)]).toEqual([path, false]);
  }
  const toBob = await page(`/profile/${ana.id}`, bob);
  expect(toBob.text).toContain(`You and ${ana.username} can’t message each other, trade or see each other’s listings.`);
  expect([
    toBob.text.includes('Sent me a fake.'),
    toBob.text.includes('Unblock'),
    toBob.text.includes(`/listings/${anas}`),
  ]).toEqual([false, false, false]);
  const toAna = await page(`/profile/${bob.id}`, ana);
  expect(toAna.text).toContain(`You’ve blocked ${bob.username}.`);
  const settings = await page('/settings/blocks', ana);
  expect([settings.text.includes(bob.username), settings.text.includes('Sent me a fake.')]).toEqual([true, true]);
  expect((await page('/settings/blocks', bob)).text).not.toContain(ana.username);

  const body = new URLSearchParams({ intent: 'unblock', memberId: bob.id }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await market.request('POST', '/settings/blocks', { as: ana, body, headers })).status).toBe(200);
  expect((await get('/api/blocks', ana)).body.items).toEqual([]);
  expect((await page(`/listings/${anas}`, bob)).status).toBe(200);
});

test('[EN-07] listings of a blocked seller leave no gaps in the rows of the home page, of a listing and of a card', async () => {
  const [ana, bob, eve, kim] = [await join(), await join(), await join(), await join()];
  const cards = await importTestCards(market);
  const [pikachu, charizard] = [cards['base1-58'] ?? '', cards['base1-4'] ?? ''];
  const price = { amount: 1_900, currency: 'USD' as const };
  const kims = (await listed(market, kim, { catalogueCardId: charizard, price })).id;
  const eves = (await listed(market, eve, { catalogueCardId: pikachu, price })).id;
  await makePremium(market, ana);
  for (let i = 0; i < 24; i++)
    await listed(market, ana, { catalogueCardId: pikachu, price: { ...price, amount: 100 + i } });
  const shows = async (path: string) => (await get(path, bob)).body.includes(`/listings/${eves}`);
  const paths = ['/', `/listings/${kims}`, `/cards/${pikachu}`];
  await block(ana, bob);
  for (const path of paths) expect([path, await shows(path)]).toEqual([path, true]);
});
