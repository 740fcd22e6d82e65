import { afterAll, beforeAll, expect, test } from 'vitest';
import { conditions } from '#features/listings/contract.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pick, seeded } from '../../../../dev/demo/seeded.ts';

let market: TestMarket;
let members: TestMember[];
let cards: [external: string, id: string][];
beforeAll(async () => {
  market = await startTestMarket();
  members = [];
  for (const name of ['alike_a', 'alike_b', 'alike_c', 'alike_d'])
    members.push(await premium(market, await market.signUp(name)));
  cards = Object.entries(await importTestCards(market));
}, 60_000);
afterAll(() => market?.close());

/** Every listing that the browse page finds with this query, over all pages. */
async function browsed(query: string, as: TestMember): Promise<Set<string>> {
  const params = new URLSearchParams(query);
  // The page's address has prices in whole units, the API in minor ones.
  for (const name of ['minPrice', 'maxPrice'])
    if (params.has(name)) params.set(name, String(Math.round(Number(params.get(name)) * 100)));
  const found = new Set<string>();
  for (let cursor = ''; ; ) {
    const { status, body } = await market.request('GET', `/api/listings?${params}&limit=100${cursor}`, { as });
    expect([query, status]).toEqual([query, 200]);
    for (const { id } of body.items) found.add(id);
    if (body.nextCursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

test('a saved search notifies of exactly the new listings that a browse with its query finds', {
  timeout: 240_000,
}, async () => {
  const random = seeded(94);
  const any = <T>(values: readonly T[]): T => pick(random, values);
  const maybe = (part: number, make: () => string) => (random() < part ? make() : '');
  const list = async () => {
    const [external, catalogueCardId] = any(cards);
    const free = {
      game: any(['pokemon', 'magic'] as const),
      name: any(['Charizard', 'Pikachu with a grey felt hat', 'Lightning Bolt playtest']),
    };
    return await listed(market, any(members), {
      ...(random() < 0.2 ? free : { catalogueCardId }),
      condition: any(conditions),
      language: any(['en', 'de', 'ja'] as const),
      ...(external === 'lea-161' && { finish: any(['nonfoil', 'foil'] as const) }),
      ...(random() < 0.2 && { acceptsOffers: false }),
      ...(random() < 0.3 && { grading: { company: any(['PSA', 'BGS'] as const), grade: any([9, 10]) } }),
      price: { amount: 500 + Math.floor(random() * 1_000), currency: any(['USD', 'USD', 'EUR'] as const) },
    });
  };
  const query = () => {
    const words = [
      'pikachu',
      'charizrd',
      'lightning bolt',
      'alpha',
      'base set 4',
      'umbreon vmax',
      '(lotus or bolt)',
      'game:magic -is:graded',
      'price<9 (pikachu or charizard)',
    ];
    const parts = {
      q: maybe(0.6, () => any(words)),
      game: maybe(0.3, () => any(['pokemon', 'magic'])),
      condition: maybe(0.4, () => any(['near_mint', 'near_mint,good', 'played'])),
      language: maybe(0.3, () => any(['en', 'de,ja'])),
      finish: maybe(0.1, () => any(['foil', 'nonfoil'])),
      minPrice: maybe(0.2, () => any(['6', '7.50'])),
      maxPrice: maybe(0.3, () => any(['9', '12.25'])),
      seller: maybe(0.1, () => any(members).id),
      acceptsOffers: maybe(0.1, () => 'true'),
      company: maybe(0.1, () => any(['PSA', 'PSA,BGS'])),
      grade: maybe(0.1, () => any(['10', '9,9.5'])),
      photo: maybe(0.1, () => 'false'),
      minRating: maybe(0.1, () => any(['4', '4.5'])),
    };
    const params = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
    return params.size === 0 ? 'q=pikachu' : `${params}`;
  };
  for (const [n, { id }] of members.entries())
    await market.platform.pool.query('update profile set rating = $2 where user_id = $1', [id, [null, 4.2, 4.5, 3][n]]);
  for (let i = 0; i < 20; i++) await list();
  await market.runJobs();
  const searches: { id: string; owner: TestMember; query: string }[] = [];
  for (let i = 0; i < 45; i++) {
    const owner = any(members);
    const { status, body } = await market.request('POST', '/api/saved-searches', {
      as: owner,
      body: { name: `n${i}`, query: query(), frequency: 'weekly' },
    });
    expect(status).toBe(201);
    searches.push({ id: body.id, owner, query: body.query });
  }
  const fresh: { id: string; seller: string }[] = [];
  for (let i = 0; i < 50; i++) {
    const made = await list();
    fresh.push({ id: made.id, seller: made.seller.id });
  }
  await market.runJobs();
  const { rows } = await market.platform.pool.query<{ source_id: string; listing_id: string }>(
    "select source_id, listing_id from alert where kind = 'search'",
  );
  let all = 0;
  for (const { id, owner, query: stored } of searches) {
    const found = await browsed(stored, owner);
    const expected = fresh.filter((each) => found.has(each.id) && each.seller !== owner.id).map((each) => each.id);
    const notified = rows.filter((row) => row.source_id === id).map((row) => row.listing_id);
    expect(notified.sort(), stored).toEqual(expected.sort());
    all += notified.length;
  }
  expect(all).toBeGreaterThan(60);
});
