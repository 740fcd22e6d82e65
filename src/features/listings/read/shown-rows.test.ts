import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { type adapters, pageBy, queryOf } from '../search/ways/search-ways.testing.ts';
import { importTestCards, listed, premium } from '../testing.ts';

let market: TestMarket;
let cards: Record<string, string>;
beforeAll(async () => {
  market = await startTestMarket();
  cards = await importTestCards(market);
}, 60_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const readBy = (adapter: keyof typeof adapters) =>
  pageBy(market, adapter, { ...queryOf('q=charizard&sort=newest'), limit: 40 });

test('the embedded search shows what its seller is called and what it costs now', async () => {
  const renamed = await premium(market, await market.signUp());
  const { id } = await listed(market, renamed, { catalogueCardId: cards['base1-4'] ?? '', price: usd(450) });
  const shown = async () => {
    const page = await readBy('embedded');
    const item = page.items.find((one) => one.id === id);
    return item && [item.seller.username, item.price.amount];
  };
  expect(await shown()).toEqual([renamed.username, 450]);
  const answer = await market.request('PATCH', '/api/profile', { as: renamed, body: { username: 'charizard_shop' } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await shown()).toEqual(['charizard_shop', 450]);
  await market.request('PATCH', `/api/listings/${id}`, { as: renamed, body: { price: usd(777) } });
  expect(await shown()).toEqual(['charizard_shop', 777]);
  await market.request('POST', `/api/listings/${id}/pause`, { as: renamed });
  expect(await shown()).toBeUndefined();
});

test('a search result shows a listing as its row does, whatever its values', async () => {
  const { pool } = market.platform;
  const odd = await premium(market, await market.signUp());
  const shown = await listed(market, odd, {
    catalogueCardId: cards['base1-4'] ?? '',
    price: usd(450),
    title: 'Signed "Ω" \\ here',
  });
  const { status } = await market.request('PUT', '/api/profile/vacation', {
    as: odd,
    body: {
      from: market.clock.now().toISOString(),
      to: new Date(market.clock.now().getTime() + 72 * hourMs).toISOString(),
      note: 'Back "soon"',
    },
  });
  expect(status).toBe(200);
  await pool.query(
    `update profile set rating = 4.50, total_sales = 7, seller_kind = 'trader', avatar_url = '/a"b' where user_id = $1`,
    [odd.id],
  );
  const facts = `description = $2, grading = '{"company": "PSA", "grade": 9.5}', created_at = '2026-01-02 03:04:05.067999+00', updated_at = '2026-01-02 03:04:05+00'`;
  await pool.query(`update listing set ${facts}, favorite_count = 3, rarity = null where id = $1`, [
    shown.id,
    'A\n\t"b"\\\u0007\u2028 😀 é',
  ]);
  await pool.query(
    'insert into listing_view (listing_id, views) values ($1, 41) on conflict (listing_id) do update set views = 41',
    [shown.id],
  );
  market.clock.advance(1_000);
  const of = async (adapter: keyof typeof adapters) => (await readBy(adapter)).items.find(({ id }) => id === shown.id);
  const said = await of('embedded');
  expect([said?.sellerAway?.note, said?.viewCount, said?.createdAt]).toEqual([
    'Back "soon"',
    41,
    '2026-01-02T03:04:05.067Z',
  ]);
  expect(said).toEqual(await of('postgres'));
  await market.request('POST', `/api/listings/${shown.id}/pause`, { as: odd });
});
