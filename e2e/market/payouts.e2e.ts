import { expect, test } from '../own-market.ts';

test('probe', async ({ newMember, url }) => {
  const { page } = await newMember();
  await page.goto('/dashboard/payouts');
  console.log(url, await page.locator('main').innerText());
  expect(1).toBe(1);
});
