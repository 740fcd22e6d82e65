import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed, premium } from './testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
  other = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

describe('one’s own listings', () => {
  test('are shown in every state, with counts, to their seller alone', async () => {
    const member = await premium(market, await market.signUp());
    const draft = await listed(market, member, { status: 'draft' });
    const live = await listed(market, member);
    const gone = await listed(market, member);
    await market.request('DELETE', `/api/listings/${gone.id}`, { as: member });
    const mine = await market.request('GET', '/api/listings?seller=me&status=all', { as: member });
    expect(mine.body.items.map((item: { id: string }) => item.id)).toEqual([live.id, draft.id]);
    expect(mine.body.counts).toEqual({ active: 1, draft: 1 });
    expect((await market.request('GET', '/api/listings?seller=me&status=draft', { as: member })).body.items).toHaveLength(1);
    expect((await market.request('GET', '/api/listings?seller=me')).status).toBe(401);
    expect((await market.request('GET', `/api/listings?seller=${member.id}&status=draft`, { as: other })).status).toBe(403);
    expect((await market.request('GET', '/api/listings?seller=me&status=nonsense', { as: member })).status).toBe(422);
    const first = await market.request('GET', '/api/listings?seller=me&status=all&limit=1', { as: member });
    const second = await market.request('GET', `/api/listings?seller=me&status=all&limit=1&cursor=${first.body.nextCursor}`, { as: member });
    expect([first.body.items[0].id, second.body.items[0].id, second.body.nextCursor]).toEqual([live.id, draft.id, null]);
  });
});

describe('favourites', () => {
  test('are kept once, counted, listed with the price of then, and forgotten', async () => {
    const { id } = await listed(market, seller);
    const path = `/api/favorites/${id}`;
    expect((await market.request('PUT', path)).status).toBe(401);
    const put = await Promise.all(Array.from({ length: 5 }, () => market.request('PUT', path, { as: other })));
    expect(put.map((answer) => answer.body)).toEqual(Array.from({ length: 5 }, () => ({ listingId: id, favorite: true, favoriteCount: 1 })));
    await market.request('PATCH', `/api/listings/${id}`, { as: seller, body: { price: { amount: 900, currency: 'USD' } } });
    const mine = await market.request('GET', '/api/favorites', { as: other });
    expect(mine.body.items[0]).toMatchObject({ id, price: { amount: 900 }, savedPrice: { amount: 1_299, currency: 'USD' }, favoriteCount: 1 });
    expect((await market.request('GET', '/api/favorites', { as: seller })).body.items).toEqual([]);
    expect((await market.request('DELETE', path, { as: other })).body).toEqual({ listingId: id, favorite: false, favoriteCount: 0 });
    expect((await market.request('DELETE', path, { as: other })).body.favoriteCount).toBe(0);
    expect((await market.request('GET', '/api/favorites', { as: other })).body.items).toEqual([]);
  });

  test('of what one may not see are refused', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    for (const id of [draft.id, 'nosuch', '%00']) expect((await market.request('PUT', `/api/favorites/${id}`, { as: other })).status).toBe(404);
    expect((await market.request('GET', '/api/favorites')).status).toBe(401);
    expect((await market.request('GET', '/api/favorites?cursor=nonsense', { as: other })).status).toBe(422);
    expect((await market.request('GET', '/api/favorites?limit=0', { as: other })).status).toBe(422);
  });
});
