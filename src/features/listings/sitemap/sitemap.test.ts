import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { listed, premium } from '../testing.ts';
import { liveListingPages, sitemapParts } from './sitemap.server.ts';

let market: TestMarket;
const live: string[] = [];
beforeAll(async () => {
  market = await startTestMarket();
  const seller = await premium(market, await market.signUp());
  for (let n = 0; n < 7; n++) live.push((await listed(market, seller)).id);
  await listed(market, seller, { status: 'draft' });
  const paused = await listed(market, seller);
  await market.request('POST', `/api/listings/${paused.id}/pause`, { as: seller });
}, 60_000);
afterAll(() => market?.close());

test('a sitemap has parts of one size: together every listing that is for sale, each once, and no other', async () => {
  const { pool } = market.platform;
  for (const size of [2, 3, 7, 100]) {
    const firsts = await sitemapParts(pool, size);
    expect(firsts, String(size)).toHaveLength(Math.ceil(live.length / size));
    const parts = await Promise.all(firsts.map((first) => liveListingPages(pool, first, size)));
    expect(parts.flat(), String(size)).toEqual([...live].sort().map((id) => `/listings/${id}`));
  }
});
