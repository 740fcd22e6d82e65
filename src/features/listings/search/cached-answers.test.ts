import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { ListingPage } from '../contract.ts';
import { holdStock, releaseStock, sellStock } from '../stock/stock.server.ts';
import { listed, premium } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const usd = (amount: number) => ({ amount, currency: 'USD' as const });

beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
  buyer = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

async function search(query: string): Promise<ListingPage> {
  const answer = await market.request<ListingPage>('GET', `/api/listings?${query}`);
  expect(answer.status, query).toBe(200);
  return answer.body;
}

describe('a cached response', () => {
  const onPage = async (id: string) => (await search('game=pokemon&limit=100')).items.some((item) => item.id === id);
  const kept = () => market.platform.cache.stats().hits;

  test('is given again while nothing changes, and never shows a sold copy', async () => {
    const { id } = await listed(market, seller, { quantity: 2 });
    // The second request admits it to the cache for the following ones.
    for (let requests = 0; requests < 2; requests++) expect(await onPage(id)).toBe(true);
    const hits = kept();
    expect(await onPage(id)).toBe(true);
    expect(kept()).toBeGreaterThan(hits);
    const hold = (quantity: number) =>
      write(market.platform, (tx) =>
        holdStock(tx, { listingId: id, quantity, buyerId: buyer.id, now: market.clock.now() }),
      );
    await hold(1);
    expect((await search('game=pokemon&limit=100')).items.find((item) => item.id === id)?.quantityAvailable).toBe(1);
    await hold(1);
    expect(await onPage(id)).toBe(false);
    await write(market.platform, (tx) => releaseStock(tx, { listingId: id, quantity: 1, now: market.clock.now() }));
    expect(await onPage(id)).toBe(true);
    await write(market.platform, (tx) => sellStock(tx, { listingId: id, quantity: 1, now: market.clock.now() }));
    await hold(1);
    await write(market.platform, (tx) => sellStock(tx, { listingId: id, quantity: 1, now: market.clock.now() }));
    expect(await onPage(id)).toBe(false);
    expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({
      status: 'sold',
      quantityAvailable: 0,
    });
  });

  test('shows what is new, what has another price, and drops what is paused, at once', async () => {
    await search('game=lorcana');
    const { id } = await listed(market, seller, { game: 'lorcana', name: 'Elsa' });
    expect((await search('game=lorcana')).items[0]?.id).toBe(id);
    await market.request('PATCH', `/api/listings/${id}`, { as: seller, body: { price: usd(777) } });
    expect((await search('game=lorcana')).items[0]?.price.amount).toBe(777);
    await market.request('POST', `/api/listings/${id}/pause`, { as: seller });
    const empty = await search('game=lorcana');
    expect([empty.items, empty.total, empty.facets.condition]).toEqual([[], 0, []]);
  });

  test('ends with the time of what it shows', async () => {
    const free = await market.signUp();
    const { id } = await listed(market, free, { game: 'fab', name: 'Ira' });
    expect((await search('game=fab')).items[0]?.id).toBe(id);
    market.clock.advance(48 * 3_600_000 - 500);
    await search('game=fab');
    market.clock.advance(600);
    expect((await search('game=fab')).items).toEqual([]);
  });
});
