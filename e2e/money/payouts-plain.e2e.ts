import type { Browser, Page } from '@playwright/test';
import type { Person } from '../fixtures.ts';
import {
  becomeTrader,
  buy,
  buyTogether,
  deliver,
  mailedLink,
  pass,
  putUpForSale,
  sandboxAct,
  setUpPayouts,
} from '../money-steps.ts';
import { expect, newAdmin, test } from '../own-market.ts';

/** The same journeys as in payouts.e2e.ts and payouts-back.e2e.ts, shorter, in a browser without script. */
async function plainPage(browser: Browser, url: string, person?: Person): Promise<Page> {
  const storageState = await person?.context.storageState();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    ...(storageState && { storageState }),
  });
  return context.newPage();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const figure = (page: Page, label: string) => page.locator('.kpi').filter({ hasText: label });

async function onboard(page: Page, outcome: string): Promise<void> {
  const number = page.getByLabel('Bank account number');
  if ((await number.count()) > 0) await number.fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('Outcome of the check').selectOption(outcome);
  await button(page, 'Continue').click();
}

test('a newcomer is paid', async ({ browser, url, newMember }) => {
  const page = await plainPage(browser, url);
  const name = `n_${Date.now().toString(36)}`;
  await page.goto('/auth/sign-up?next=%2Flistings%2Fcreate');
  await page.getByLabel('Email').fill(`${name}@example.test`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Location').fill('Lyon, FR');
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await button(page, 'Create account').click();
  await page.getByLabel('Game').selectOption('other');
  await page.getByLabel('Card name').fill('Plain card');
  await page.getByRole('radio', { name: /Good/ }).check();
  await page.getByLabel('Price per card').fill('12.50');
  await page.getByLabel('Shipping price 1').fill('1');
  await button(page, 'Publish listing').click();
  await page.waitForURL(/\/listings\/[0-9a-z]{20}$/);
  const buyer = await newMember();
  const order = await buy(buyer, page.url().split('/').at(-1) ?? '');
  await page.goto('/dashboard/payouts/account');
  await page.getByLabel('Country').selectOption('FR');
  await button(page, 'Set up payouts').click();
  await onboard(page, 'complete');
  await expect(page.locator('#account')).toContainText('In review');
  await pass(buyer, { minutes: 2 });
  await page.goto(`/orders/${order}`);
  await button(page, 'Mark as shipped').click();
  await buyer.api('POST', `/api/orders/${order}/deliver`, {});
  await pass(buyer, { days: 7 });
  await page.goto('/dashboard/payouts');
  await button(page, 'Request payout').click();
  await expect(page.getByText('Payout requested.')).toBeVisible();
  // The transfer is made, and then the payout to the bank.
  await pass(buyer, {});
  await pass(buyer, { days: 4 });
  await page.goto('/dashboard/payouts');
  await expect(figure(page, 'Paid out')).toContainText('$13.50');
  await page.context().close();
});

test('a document that is missing', async ({ browser, url, newMember }) => {
  const seller = await newMember();
  const page = await plainPage(browser, url, seller);
  await page.goto('/dashboard/payouts/account');
  await button(page, 'Set up payouts').click();
  await page.getByRole('link', { name: 'Select your country.' }).click();
  await page.getByLabel('Country').selectOption('FR');
  await button(page, 'Set up payouts').click();
  await onboard(page, 'document_missing');
  await expect(page.locator('#account')).toContainText('Upload a photo of an identity document.');
  await button(page, 'Add details').click();
  await onboard(page, 'complete');
  await pass(seller, { minutes: 2 });
  await page.reload();
  await expect(page.locator('#account')).toContainText('Active');
  await button(page, 'Open Stripe dashboard').click();
  await expect(page.getByText('Ends in 3000.')).toBeVisible();
  await page.context().close();
});

test('a withdrawal by the link of the receipt', async ({ browser, url, newMember }) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  await becomeTrader(seller);
  await buy(buyer, await putUpForSale(seller));
  const page = await plainPage(browser, url);
  await page.goto(await mailedLink(buyer, /http[^" \\]*\/withdraw\?token=[^" \\<]+/));
  await button(page, 'Confirm withdrawal').click();
  await expect(page.getByText('Withdrawal received. We’ve emailed you the confirmation.')).toBeVisible();
  await page.context().close();
});

test('a refund after the money is at the seller’s bank is a debt, said in words', async ({
  browser,
  url,
  newMember,
}) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  await becomeTrader(seller);
  await setUpPayouts(seller);
  const order = await buy(buyer, await putUpForSale(seller));
  await deliver(seller, buyer, order);
  // What is due is sent at the end of each move of the clock: first to Stripe, then to the bank.
  for (const days of [8, 4]) await pass(seller, { days });
  const [buying, selling] = [await plainPage(browser, url, buyer), await plainPage(browser, url, seller)];
  await buying.goto(`/orders/${order}`);
  await buying.getByRole('link', { name: 'Withdraw from contract' }).click();
  await button(buying, 'Confirm withdrawal').click();
  await expect(buying.getByText('Withdrawal received.')).toBeVisible();
  await buying.getByRole('link', { name: 'View order' }).click();
  await buying.getByLabel('Carrier').fill('DHL');
  await button(buying, 'Mark return as shipped').click();
  await selling.goto(`/orders/${order}`);
  await button(selling, 'Confirm return and refund').click();
  await pass(seller, {});
  await buying.reload();
  await expect(buying.locator('main')).toContainText('You’ll get a full refund');
  await selling.goto('/dashboard/payouts');
  await expect(selling.getByText('You owe €30.00 after refunds of orders that were paid out.')).toBeVisible();
  for (const page of [buying, selling]) await page.context().close();
});

test('a bank’s dispute of three orders, lost', async ({ browser, url, newMember, market }) => {
  const sellers = [await newMember(), await newMember(), await newMember()];
  const buyer = await newMember();
  const { id } = await buyTogether(buyer, sellers);
  const dispute = await sandboxAct(buyer, '/disputes', { purchaseId: id, reason: 'product_not_received' });
  await pass(buyer, {});
  const page = await plainPage(browser, url, await newAdmin(newMember, market));
  await page.goto('/admin/orders?show=chargeback');
  await page.locator('.adm-name').first().click();
  await page.getByLabel('Statement').fill('All three parcels were sent.');
  await page.getByLabel('I’ve read the evidence.').check();
  await button(page, 'Submit evidence to the bank').click();
  await expect(page.getByText('Submitted evidence')).toBeVisible();
  await sandboxAct(buyer, `/disputes/${dispute.id}/decide`, { outcome: 'lost' });
  await pass(buyer, {});
  await page.reload();
  await expect(page.locator('#order')).toContainText('Refunded');
  const [seller] = sellers;
  const selling = await plainPage(browser, url, seller);
  await selling.goto('/dashboard/payouts?state=returned');
  await expect(selling.getByRole('list', { name: 'Orders' })).toContainText('Refunded');
  for (const one of [page, selling]) await one.context().close();
});
