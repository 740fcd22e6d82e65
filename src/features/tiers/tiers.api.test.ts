import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[EN-06] [LI-08] [RO-02] [RO-03] the two tiers as the specification has them', async () => {
  const { status, body } = await market.request('GET', '/api/tiers');
  expect(status).toBe(200);
  const [free, premium] = body.items;
  expect(free).toMatchObject({ tier: 'free', displayName: 'Free Account', badge: null, maxActiveListings: 2, listingDuration: 48, hasAds: true });
  expect(premium).toMatchObject({
    tier: 'premium',
    displayName: 'Premium Account',
    badge: 'star',
    maxActiveListings: null,
    listingDuration: 720,
    hasAds: false,
  });
  for (const gain of ['hasAdvancedSearch', 'hasPriorityMessaging', 'hasBulkListingTools', 'hasPriceHistory', 'hasMarkdownSupport'])
    expect([free[gain], premium[gain]]).toEqual([false, true]);
});
