import type { Page } from '@playwright/test';
import { expectCleanAndWhole } from '../clean.ts';
import { hydrated } from '../fixtures.ts';
import { enter, tabTo, type } from '../keys.ts';
import { fillOnboarding, pass } from '../money-steps.ts';
import { expect, test } from '../own-market.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

const figure = (page: Page, label: string) => page.locator('.kpi').filter({ hasText: label });

/** Stripe's payment page, where the purchase has no address yet. */
async function payByKeys(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  for (const [label, words] of paid) await type(page, label, words);
  await page.keyboard.press('Enter');
}

const paid = [
  ['Card number', '4242 4242 4242 4242'],
  ['Expiry (MM/YY)', '12/34'],
  ['CVC', '123'],
  ['Full name', 'Ben Buyer'],
  ['Address', '1 Rue de la Paix'],
  ['Postal code', '69001'],
  ['City', 'Lyon'],
] as const;

test('a newcomer is paid: signs up, lists a card, sells it, sets up payouts, and the money is at the bank', async ({
  visitor: page,
  newMember,
}) => {
  test.setTimeout(120_000);
  const name = `n_${Date.now().toString(36)}`;
  await page.goto('/');
  await hydrated(page);
  await enter(page, link(page, 'Create account').first());
  await type(page, 'Email', `${name}@example.test`);
  await type(page, 'Username', name);
  await type(page, 'Location', 'Lyon, FR');
  await type(page, 'Password', 'correct-horse-battery');
  await page.keyboard.press('Enter');
  await page.waitForURL((now) => !now.pathname.startsWith('/auth'));
  await enter(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /^(Sell|List a card|List your first card)/ })
      .first(),
  );
  await expect(page.getByRole('heading', { name: 'List a card', level: 1 })).toBeVisible();
  await enter(page, button(page, 'Next: Card'));
  await enter(page, button(page, 'Enter the card yourself'));
  await type(page, /^Game/, 'Other');
  await type(page, /^Card name/, 'First card');
  await enter(page, button(page, 'Next: Condition'));
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await enter(page, button(page, 'Next: Price'));
  await type(page, /^Price per card/, '12.50');
  await type(page, /^Shipping price 1/, '1');
  await enter(page, button(page, 'Next: Review'));
  await enter(page, button(page, 'Publish listing'));
  await expect(page).toHaveURL(/\/listings\/[0-9a-z]{20}$/);
  const listing = new URL(page.url()).pathname;

  const buyer = await newMember();
  await buyer.page.goto(listing);
  await hydrated(buyer.page);
  await enter(buyer.page, button(buyer.page, /^Buy for/));
  await payByKeys(buyer.page);
  await expect(buyer.page.getByText('has your address.')).toBeVisible();

  await enter(page, link(page, /^Notifications/));
  await enter(page, link(page, 'Ship order: You sold First card'));
  await expect(page).toHaveURL(/\/orders\/\w+$/);
  await enter(page, page.getByRole('navigation').getByRole('link', { name: 'Payouts', exact: true }));
  await expect(page.getByText('Released 7 days after delivery.')).toBeVisible();
  await expectCleanAndWhole(page, 'payouts with a held order');
  await enter(page, link(page, 'Payout account'));
  await type(page, /^Country/, 'France');
  await expectCleanAndWhole(page, 'a payout account to set up');
  await enter(page, button(page, 'Set up payouts'));
  await fillOnboarding(page);
  await pass(buyer, { minutes: 2 });
  await expect(page.locator('#account')).toContainText('Active');

  await enter(page, page.getByRole('navigation').getByRole('link', { name: 'Payouts', exact: true }));
  await enter(page, link(page, 'First card'));
  await enter(page, button(page, 'Mark as shipped'));
  await enter(buyer.page, button(buyer.page, 'Confirm delivery'));
  await expect(page.locator('.ord-head')).toContainText('Delivered');
  await pass(buyer, { days: 7 });
  await enter(page, page.locator('.pay-line').getByRole('link', { name: 'Payouts' }));
  await expect(page.getByText(/^Sent when \$25.00 is ready, at the latest on/)).toBeVisible();
  await expectCleanAndWhole(page, 'payouts with a ready order');
  await enter(page, button(page, 'Request payout'));
  await expect(page.getByText('Payout requested.')).toBeVisible();
  await expect(figure(page, 'On the way')).toContainText('$13.50');
  // The transfer is made, and then the payout to the bank.
  await pass(buyer, {});
  await pass(buyer, { days: 4 });
  await expect(figure(page, 'Paid out')).toContainText('$13.50');
  await enter(page, link(page, 'All bank payouts'));
  await expect(page.getByRole('heading', { name: 'Payouts to your bank', level: 1 })).toBeVisible();
  await expectCleanAndWhole(page, 'payouts to a bank');
});

test('a seller whose document is missing reads what and by when, adds it, and is active', async ({ newMember }) => {
  const seller = await newMember();
  const { page } = seller;
  await page.goto('/dashboard/payouts/account');
  await hydrated(page);
  await enter(page, button(page, 'Set up payouts'));
  await enter(page, link(page, 'Select your country.'));
  await page.keyboard.type('France');
  await enter(page, button(page, 'Set up payouts'));
  await page.waitForURL(/\/sandbox\/stripe\/connect\/onboarding\//);
  await expectCleanAndWhole(page, 'Stripe’s page');
  await enter(page, button(page, 'Continue'));
  await expect(page.getByRole('alert')).toHaveText('Enter an account number of 6 to 34 letters and digits.');
  await fillOnboarding(page, 'A document');
  const panel = page.locator('#account');
  await expect(panel).toContainText('Restricted');
  await expect(panel).toContainText('Upload a photo of an identity document.');
  await expect(panel).toContainText(/By \d+ \w+ \d{4}/);
  await expectCleanAndWhole(page, 'a document that is missing');
  await page.goto('/dashboard');
  await hydrated(page);
  await enter(page, link(page, /^(View payout account|Add details)$/));
  await enter(page, button(page, 'Add details'));
  await fillOnboarding(page);
  await expect(panel).toContainText('In review');
  await pass(seller, { minutes: 2 });
  await expect(panel).toContainText('Active');
  await expect(panel).not.toContainText('Payouts are paused');
  await enter(page, button(page, 'Open Stripe dashboard'));
  await page.waitForURL(/\/sandbox\/stripe\/connect\/express\//);
  await expectCleanAndWhole(page, 'Stripe’s dashboard');
  await type(page, 'Bank account number', 'FR76 3000 6000 0112 3456 7890 189');
  await enter(page, button(page, 'Change bank account'));
  await expect(page.getByText('Ends in 0189.')).toBeVisible();
  await page.goto('/dashboard/payouts/account');
  await expect(panel).toContainText('Payouts are paused until');
});
