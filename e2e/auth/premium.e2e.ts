import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

interface Call {
  path: string;
  authorization: string | undefined;
  body: unknown;
}

/** The calls of the payment API that the page makes from now on. */
function stripeCalls(page: Page): Call[] {
  const calls: Call[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'POST' || !path.startsWith('/api/stripe/')) return;
    calls.push({ path, authorization: request.headers().authorization, body: request.postDataJSON() });
  });
  return calls;
}

const bearer = expect.stringMatching(/^Bearer \S+$/);

/** Types a test card into the hosted page. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('Ana Member');
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
}

test('[AP-02] [AP-03] [ST-07] a member subscribes, sees plan and invoice, and cancels with two presses in the same place', async ({
  newMember,
}) => {
  const { id, page } = await newMember();
  const calls = stripeCalls(page);
  await page.goto('/premium');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Premium', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(calls).toEqual([{ path: '/api/stripe/create-checkout', authorization: bearer, body: null }]);
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await payWith(page, '4242 4242 4242 4242');
  await page.waitForURL(/\/premium/);
  await expect(page.getByText(/^Renews on /)).toBeVisible();
  await expect(page.getByText('You have Premium.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);

  await page.goto('/settings/subscription');
  await hydrated(page);
  await expect(page.getByRole('row', { name: /Paid \$4\.00/ })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel Premium' }).click();
  await expect(page.getByText('Nothing is deleted.')).toBeVisible();
  await page.getByRole('link', { name: 'Keep Premium' }).click();
  await expect(page.getByRole('button', { name: 'Cancel Premium' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel Premium' }).click();
  await page.getByRole('button', { name: 'Cancel Premium' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /^Subscription cancelled\. You keep Premium until / }),
  ).toBeVisible();
  await expect(page.getByText('Premium, cancelled')).toBeVisible();
  expect(calls.slice(1)).toEqual([
    {
      path: '/api/stripe/cancel-subscription',
      authorization: bearer,
      body: { subscriptionId: expect.stringMatching(/^sub_/), userId: id },
    },
  ]);
  await page.getByRole('button', { name: 'Keep Premium' }).click();
  await page.getByRole('button', { name: 'Keep plan' }).click();
  await expect(page.getByText('Plan kept')).toBeVisible();
});

test('[AP-02] [AP-03] [ER-05] [ER-06] what a call cannot do stands on the page in its own words', async ({
  newMember,
}) => {
  const { page } = await newMember();
  await page.goto('/premium');
  await hydrated(page);
  const subscribe = page.getByRole('button', { name: 'Subscribe for $4.00 a month' });
  const alert = page.locator('#plan').getByRole('alert');
  const refuse = (path: string, status: number, body: object) =>
    page.route(`**/api/${path}`, (route) => route.fulfill({ status, json: body }), { times: 1 });
  await refuse('stripe/create-checkout', 503, { code: 'payment_unavailable', message: 'The payment service is away.' });
  await subscribe.click();
  await expect(alert).toHaveText('The payment service is away.');

  const problems = [
    'No subscription information available',
    'Subscription is already canceled',
    'No active subscription ID found. Please contact support.',
    'Must be logged in to cancel subscription',
  ];
  const other = await newMember();
  const freshPage = other.page;
  await freshPage.goto('/premium');
  await hydrated(freshPage);
  await freshPage.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await payWith(freshPage, '4242 4242 4242 4242');
  await freshPage.waitForURL(/\/premium/);
  await expect(freshPage.getByText(/^Renews on /)).toBeVisible();
  await freshPage.goto('/settings/subscription?cancel=ask');
  await hydrated(freshPage);
  const cancel = freshPage.getByRole('button', { name: 'Cancel Premium' });
  for (const message of problems) {
    await freshPage.route(
      '**/api/stripe/cancel-subscription',
      (route) => route.fulfill({ status: 409, json: { code: 'refused', message } }),
      {
        times: 1,
      },
    );
    await cancel.click();
    await expect(freshPage.locator('#plan').getByRole('alert')).toHaveText(message);
  }
  // The page's first call of this load asks for the token.
  await freshPage.route('**/api/auth/token', (route) => route.fulfill({ status: 503, json: {} }));
  await freshPage.reload();
  await hydrated(freshPage);
  await cancel.click();
  await expect(freshPage.locator('#plan').getByRole('alert')).toHaveText('Failed to get authentication token');
});

test('[AP-02] [AP-03] [ST-07] the same without script', async ({ browser, url, newMember }) => {
  const { context: signedIn } = await newMember();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    storageState: await signedIn.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/premium');
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByText('you weren’t charged')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe for $4.00 a month' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await page.getByRole('link', { name: 'Cancel Premium' }).click();
  await page.getByRole('button', { name: 'Cancel Premium' }).click();
  await expect(page.getByText(/^Subscription cancelled\. You keep Premium until /)).toBeVisible();
  await context.close();
});

test('a visitor reads what premium is and is led to an account', async ({ visitor }) => {
  await visitor.goto('/premium');
  await expect(visitor.getByText('$4.00 a month')).toBeVisible();
  await expect(visitor.getByRole('row', { name: /Active listings 2 No limit/ })).toBeVisible();
  await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(/\/auth\/sign-in\?next=%2Fpremium/);
});
