import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { grantPremium } from './grant-premium.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[EN-06] [LI-08] [RO-02] [RO-03] the two tiers as the specification has them', async () => {
  const { status, body } = await market.request('GET', '/api/tiers');
  expect(status).toBe(200);
  const [free, premium] = body.items;
  expect(free).toMatchObject({
    tier: 'free',
    displayName: 'Free Account',
    badge: null,
    maxActiveListings: 2,
    listingDuration: 48,
    hasAds: true,
  });
  expect(premium).toMatchObject({
    tier: 'premium',
    displayName: 'Premium Account',
    badge: 'star',
    maxActiveListings: null,
    listingDuration: 720,
    hasAds: false,
  });
  for (const gain of [
    'hasAdvancedSearch',
    'hasPriorityMessaging',
    'hasBulkListingTools',
    'hasPriceHistory',
    'hasMarkdownSupport',
  ])
    expect([free[gain], premium[gain]]).toEqual([false, true]);
});

test('[ST-04] admins read the derived status, and beside it what is stored', async () => {
  const member = await market.signUp();
  const panel = market.platform.adminPanels.find(({ id }) => id === 'tier');
  const row = async () =>
    (await panel?.read(market.platform, member.id, 'operator'))?.find(({ label }) => label === 'Subscription');
  expect(await row()).toEqual({ label: 'Subscription', value: 'None' });
  await grantPremium(market.platform, { userId: member.id, by: 'test' });
  expect(await row()).toEqual({ label: 'Subscription', value: 'Active', because: 'Stored as active.' });
  const store = (status: string) =>
    market.platform.pool.query('update subscription set status = $2 where user_id = $1', [member.id, status]);
  await store('past_due');
  expect(await row()).toMatchObject({ value: 'None', because: 'Stored as past due.' });
});
