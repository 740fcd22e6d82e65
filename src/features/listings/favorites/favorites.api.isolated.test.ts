import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Limit } from '#platform/limits/limits.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { listingsLimits } from '../model/listings.limits.ts';
import { listed, premium } from '../testing.ts';

/** As many as a test can make. */
vi.mock('../model/listing.quotas.ts', async (original) => {
  const { listingQuotas: real } = await original<typeof import('../model/listing.quotas.ts')>();
  const { draftsAtOnce, favouritesAtOnce } = real;
  return {
    listingQuotas: {
      ...real,
      draftsAtOnce: { ...draftsAtOnce, most: 5 },
      favouritesAtOnce: { ...favouritesAtOnce, most: 5 },
    },
  };
});

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
    expect(
      (await market.request('GET', '/api/listings?seller=me&status=draft', { as: member })).body.items,
    ).toHaveLength(1);
    expect((await market.request('GET', '/api/listings?seller=me')).status).toBe(401);
    expect((await market.request('GET', `/api/listings?seller=${member.id}&status=draft`, { as: other })).status).toBe(
      403,
    );
    expect((await market.request('GET', '/api/listings?seller=me&status=nonsense', { as: member })).status).toBe(422);
    const first = await market.request('GET', '/api/listings?seller=me&status=all&limit=1', { as: member });
    const second = await market.request(
      'GET',
      `/api/listings?seller=me&status=all&limit=1&cursor=${first.body.nextCursor}`,
      { as: member },
    );
    expect([first.body.items[0].id, second.body.items[0].id, second.body.nextCursor]).toEqual([
      live.id,
      draft.id,
      null,
    ]);
  });
});

describe('favourites', () => {
  test('are stored once, counted, listed with their earlier price, and deleted', async () => {
    const { id } = await listed(market, seller);
    const path = `/api/favorites/${id}`;
    expect((await market.request('PUT', path)).status).toBe(401);
    const put = await Promise.all(Array.from({ length: 5 }, () => market.request('PUT', path, { as: other })));
    expect(put.map((answer) => answer.body)).toEqual(
      Array.from({ length: 5 }, () => ({ listingId: id, favorite: true, favoriteCount: 1 })),
    );
    await market.request('PATCH', `/api/listings/${id}`, {
      as: seller,
      body: { price: { amount: 900, currency: 'USD' } },
    });
    const mine = await market.request('GET', '/api/favorites', { as: other });
    expect(mine.body.items[0]).toMatchObject({
      id,
      price: { amount: 900 },
      savedPrice: { amount: 1_299, currency: 'USD' },
      favoriteCount: 1,
    });
    expect((await market.request('GET', '/api/favorites', { as: seller })).body.items).toEqual([]);
    // What is not for sale any more stays on the list, and says so.
    await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    expect((await market.request('GET', '/api/favorites', { as: other })).body.items[0]).toMatchObject({
      id,
      status: 'paused',
    });
    expect((await market.request('DELETE', path, { as: other })).body).toEqual({
      listingId: id,
      favorite: false,
      favoriteCount: 0,
    });
    expect((await market.request('DELETE', path, { as: other })).body.favoriteCount).toBe(0);
    expect((await market.request('GET', '/api/favorites', { as: other })).body.items).toEqual([]);
  });

  test('of what one may not see are refused', async () => {
    const draft = await listed(market, seller, { status: 'draft' });
    for (const id of [draft.id, 'nosuch', '%00'])
      expect((await market.request('PUT', `/api/favorites/${id}`, { as: other })).status).toBe(404);
    expect((await market.request('GET', '/api/favorites')).status).toBe(401);
    expect((await market.request('GET', '/api/favorites?cursor=nonsense', { as: other })).status).toBe(422);
    expect((await market.request('GET', '/api/favorites?limit=0', { as: other })).status).toBe(422);
  });
});

describe('drafts and favourites have limits', () => {
  const from = { 'x-forwarded-for': '203.0.113.70' };
  const card = { game: 'pokemon', name: 'Ditto', condition: 'good', price: { amount: 500, currency: 'USD' } };
  /** All but one of what the limit allows; for everybody who was counted so far. */
  const use = async (limit: Limit, subject: string) => {
    await market.platform.limits.take(limit, subject);
    await market.platform.pool.query('update limit_counter set points = $2 where key like $1', [
      `${limit.name}:%`,
      limit.points - 1,
    ]);
  };
  const draft = (as: TestMember, headers = {}) =>
    market.request('POST', '/api/listings', { as, body: { ...card, status: 'draft' }, headers });
  const mark = (as: TestMember, id: string, headers = {}) =>
    market.request('PUT', `/api/favorites/${id}`, { as, headers });
  const { drafts, draftsOfNetwork, favourites, favouritesOfNetwork } = listingsLimits;

  test('in an hour, for a member and for a network, with when it goes on; what goes live at once is no draft', async () => {
    const { id } = await listed(market, seller);
    for (const [ask, ofMember, ofNetwork] of [
      [draft, drafts, draftsOfNetwork],
      [(as: TestMember, headers: object) => mark(as, id, headers), favourites, favouritesOfNetwork],
    ] as const) {
      const [busy, near] = [await market.signUp(), await market.signUp()];
      await use(ofMember, busy.id);
      expect((await ask(busy, {})).status).toBeLessThan(300);
      const refused = await ask(busy, {});
      expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
      expect(refused.body.message).toMatch(/^You can \w+ 300 \w+ an hour\. Try again in \d+ minutes\.$/);
      expect(
        (await market.request('POST', '/api/listings', { as: busy, body: { ...card, status: 'active' } })).status,
      ).toBe(201);
      await use(ofNetwork, '203.0.113.70');
      expect((await ask(near, from)).status).toBeLessThan(300);
      expect((await ask(near, from)).body.message).toContain('Your network has reached the limit');
      expect((await ask(near, {})).status).toBeLessThan(300);
    }
  });

  test('in an hour, but a draft that was refused is none', async () => {
    const member = await market.signUp();
    await use(drafts, member.id);
    const unknown = { catalogueCardId: 'nosuch', condition: 'mint', price: card.price, status: 'draft' };
    expect((await market.request('POST', '/api/listings', { as: member, body: unknown })).status).toBe(422);
    expect((await draft(member)).status).toBe(201);
    expect((await draft(member)).status).toBe(429);
  });

  test('have a limit at a time, and a removed one frees a slot', async () => {
    const member = await market.signUp();
    const { draftsAtOnce, favouritesAtOnce } = listingQuotas;
    const made = await Promise.all(Array.from({ length: draftsAtOnce.most + 3 }, () => draft(member)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(draftsAtOnce.most);
    const full = await draft(member);
    expect([full.status, full.body.code, full.body.message]).toEqual([409, 'too_many_drafts', draftsAtOnce.sentence]);
    const first = made.find(({ status }) => status === 201)?.body.id;
    expect((await market.request('DELETE', `/api/listings/${first}`, { as: member })).status).toBe(204);
    expect((await draft(member)).status).toBe(201);

    const ids = await Promise.all(
      Array.from({ length: favouritesAtOnce.most + 1 }, async () => (await listed(market, seller)).id),
    );
    const [last = '', ...others] = ids;
    for (const id of others) expect((await mark(member, id)).status).toBe(200);
    expect((await mark(member, others[0] ?? '')).status).toBe(200);
    const over = await mark(member, last);
    expect([over.status, over.body.code, over.body.message]).toEqual([
      409,
      'too_many_favourites',
      favouritesAtOnce.sentence,
    ]);
    expect((await market.request('GET', `/api/listings/${last}`)).body.favoriteCount).toBe(0);
    await market.request('DELETE', `/api/favorites/${others[0]}`, { as: member });
    expect((await mark(member, last)).status).toBe(200);
  });
});
