import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPremium, revokePremium } from '#features/tiers/index.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const hourMs = 3_600_000;

async function listCard(as: TestMember, name: string): Promise<number> {
  const body = {
    game: 'pokemon',
    name,
    condition: 'near_mint',
    price: { amount: 500, currency: 'USD' },
    status: 'active',
  };
  return (await market.request('POST', '/api/listings', { as, body })).status;
}

async function listingsOf(seller: TestMember) {
  const { rows } = await market.platform.pool.query(
    'select status, tier, expires_at, published_at from listing where seller_id = $1 order by published_at desc, id desc',
    [seller.id],
  );
  return rows.map((row) => ({
    status: row.status,
    tier: row.tier,
    hours: Math.round((row.expires_at - row.published_at) / hourMs),
  }));
}

test('[ST-06] a grant lengthens the live listings and lifts the limit; a revocation leaves the two newest live and pauses the rest; another grant resumes them', async () => {
  const seller = await market.signUp('Tiered_1');
  const by = 'test';
  expect([await listCard(seller, 'First'), await listCard(seller, 'Second'), await listCard(seller, 'Third')]).toEqual([
    201, 201, 403,
  ]);
  await grantPremium(market.platform, { userId: seller.id, by });
  await market.runJobs();
  expect(await listingsOf(seller)).toEqual(Array(2).fill({ status: 'active', tier: 'premium', hours: 720 }));
  expect([await listCard(seller, 'Third'), await listCard(seller, 'Fourth')]).toEqual([201, 201]);

  await revokePremium(market.platform, { userId: seller.id, by });
  await market.runJobs();
  expect((await listingsOf(seller)).map(({ status, tier }) => [status, tier])).toEqual([
    ...Array(2).fill(['active', 'free']),
    ...Array(2).fill(['paused', 'free']),
  ]);
  for (const listing of (await listingsOf(seller)).slice(0, 2)) expect(listing.hours).toBeLessThanOrEqual(49);

  await grantPremium(market.platform, { userId: seller.id, by });
  await market.runJobs();
  expect((await listingsOf(seller)).map(({ status, tier }) => [status, tier])).toEqual(
    Array(4).fill(['active', 'premium']),
  );
});
