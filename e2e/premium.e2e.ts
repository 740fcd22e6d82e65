import { expect, test } from './fixtures.ts';

/** Types a test card into the hosted page. */
async function payWith(page: import('@playwright/test').Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Ana Member');
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
}

test('[AP-02] [ST-07] a member subscribes, sees plan and invoice, and cancels with two presses in the same place', async ({ newMember }) => {
  const { page } = await newMember();
  await page.goto('/premium');
  await expect(page.getByRole('heading', { name: 'Premium', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await payWith(page, '4242 4242 4242 4242');
  await page.waitForURL(/\/premium/);
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(page.getByText('Thank you, you have premium.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);

  await page.goto('/settings/subscription');
  await expect(page.getByRole('row', { name: /Paid \$4\.00/ })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel premium' }).click();
  await expect(page.getByText('Nothing is deleted.')).toBeVisible();
  await page.getByRole('link', { name: 'No, keep it' }).click();
  await expect(page.getByRole('button', { name: 'Yes, cancel premium' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel premium' }).click();
  await page.getByRole('button', { name: 'Yes, cancel premium' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Subscription cancelled\. Premium lasts until / })).toBeVisible();
  await expect(page.getByText('Premium, cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Keep premium' }).click();
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await expect(page.getByText('The plan goes on.')).toBeVisible();
});

test('[AP-02] [ST-07] the same without script', async ({ browser, url, newMember }) => {
  const { context: signedIn } = await newMember();
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false, storageState: await signedIn.storageState() });
  const page = await context.newPage();
  await page.goto('/premium');
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('nothing was charged')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await page.getByRole('link', { name: 'Cancel premium' }).click();
  await page.getByRole('button', { name: 'Yes, cancel premium' }).click();
  await expect(page.getByText(/^Subscription cancelled\. Premium lasts until /)).toBeVisible();
  await context.close();
});

test('a visitor reads what premium is and is led to an account', async ({ visitor }) => {
  await visitor.goto('/premium');
  await expect(visitor.getByText('$4.00 a month')).toBeVisible();
  await expect(visitor.getByRole('row', { name: /Copies for sale at one time 2 No limit/ })).toBeVisible();
  await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(/\/auth\/sign-in\?next=%2Fpremium/);
});
