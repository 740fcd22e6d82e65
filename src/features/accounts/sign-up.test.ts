import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

test('[VA-11] a sign-up opens a session and a complete profile', async () => {
  const member = await market.signUp('Alice_1');
  const own = await market.request('GET', '/api/profile', { as: member });
  expect(own.status).toBe(200);
  expect(own.body).toMatchObject({ username: 'Alice_1', profileCompleted: true, needsProfileCompletion: false, tier: 'free', authProvider: 'password' });
});
