import type { Page } from '@playwright/test';
import { expectCleanAndWhole } from '../clean.ts';
import { hydrated, type Person } from '../fixtures.ts';
import { enter, tabTo, type } from '../keys.ts';
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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const figure = (page: Page, label: string) => page.locator('.kpi').filter({ hasText: label });

test('a buyer withdraws from a trader’s sale by the link of the receipt, without signing in', async ({
  newMember,
  visitor: page,
}) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  await becomeTrader(seller);
  const order = await buy(buyer, await putUpForSale(seller));
  await page.goto(await mailedLink(buyer, /http[^" \\]*\/withdraw\?token=[^" \\<]+/));
  await hydrated(page);
  await expect(page.getByText('you get a full refund.')).toBeVisible();
  await expectCleanAndWhole(page, 'a withdrawal');
  await enter(page, button(page, 'Confirm withdrawal'));
  await expect(page.getByText('Withdrawal received. We’ve emailed you the confirmation.')).toBeVisible();
  await mailedLink(buyer, /Keep this email as your proof/);
  await buyer.page.goto(`/orders/${order}`);
  await expect(buyer.page.locator('.ord-head')).toContainText('Cancelled');
  await expect(buyer.page.getByText('You’ll get a full refund')).toBeVisible();
});

test('a refund after the transfer: the cards come back, and the seller’s earnings with them', async ({ newMember }) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  await becomeTrader(seller);
  await setUpPayouts(seller);
  const order = await buy(buyer, await putUpForSale(seller));
  await deliver(seller, buyer, order);
  await pass(seller, { days: 7, minutes: 90 });
  await seller.page.goto('/dashboard/payouts');
  await hydrated(seller.page);
  await expect(figure(seller.page, 'On the way')).toContainText('€30.00');

  const { page } = buyer;
  await page.goto(`/orders/${order}`);
  await hydrated(page);
  await enter(page, link(page, 'Withdraw from contract'));
  await enter(page, button(page, 'Confirm withdrawal'));
  await expect(page.getByText('Withdrawal received.')).toBeVisible();
  await enter(page, link(page, 'View order'));
  await type(page, /^Carrier/, 'DHL');
  await enter(page, button(page, 'Mark return as shipped'));
  await enter(seller.page, seller.page.getByRole('list', { name: 'Orders' }).getByRole('link'));
  await expect(button(seller.page, 'Confirm return and refund')).toBeVisible();
  await expectCleanAndWhole(seller.page, 'a return under way');
  await enter(seller.page, button(seller.page, 'Confirm return and refund'));
  await expect(page.locator('main')).toContainText('You’ll get a full refund');
  await pass(seller, {});
  await enter(seller.page, seller.page.locator('.pay-line').getByRole('link', { name: 'Payouts' }));
  await expect(figure(seller.page, 'On the way')).toContainText('€0.00');
  await expect(seller.page.getByRole('list', { name: 'Orders' })).toContainText('Refunded');
  await expect(seller.page.getByText('You owe')).toHaveCount(0);
});

test('a bank’s dispute of three orders: evidence of all of them, won, and each seller’s earnings go on', async ({
  newMember,
  market,
}) => {
  const sellers = [await newMember(), await newMember(), await newMember()];
  const [first, buyer] = [sellers[0] as Person, await newMember()];
  await setUpPayouts(first);
  const { id } = await buyTogether(buyer, sellers);
  const of = async (seller: Person) => (await seller.api('GET', '/api/orders?role=seller')).body.items[0].id;
  await deliver(first, buyer, await of(first));
  await pass(first, { days: 7, minutes: 90 });
  const dispute = await sandboxAct(buyer, '/disputes', { purchaseId: id });
  await pass(first, {});
  await first.page.goto('/dashboard/payouts');
  await hydrated(first.page);
  await expect(first.page.getByText('The buyer’s bank opened a payment dispute.')).toBeVisible();
  const { page } = await newAdmin(newMember, market);
  await page.goto('/admin');
  await hydrated(page);
  await enter(page, page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Orders/ }));
  await enter(page, link(page, /^Payment disputes/));
  const disputed = page.locator('.adm-name');
  await expect(disputed).toHaveCount(3);
  await expectCleanAndWhole(page, 'payment disputes');
  await enter(page, disputed.first());
  await expect(page.getByText('3 orders, €90.00')).toBeVisible();
  await expectCleanAndWhole(page, 'a payment dispute of three orders');
  const file = page.waitForEvent('download');
  await enter(page, link(page, 'Download evidence'));
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await type(page, /^Statement/, 'All three parcels were sent.');
  await tabTo(page, page.getByLabel('I’ve read the evidence.'));
  await page.keyboard.press('Space');
  await enter(page, button(page, 'Submit evidence to the bank'));
  await expect(page.getByText('Submitted evidence')).toBeVisible();
  await sandboxAct(buyer, `/disputes/${dispute.id}/decide`, { outcome: 'won' });
  await pass(first, {});
  await expect(page.getByText('Won', { exact: true })).toBeVisible();
  for (const seller of sellers) {
    await seller.page.goto('/dashboard/payouts');
    await expect(seller.page.getByText('payment dispute')).toHaveCount(0);
  }
  await expect(figure(first.page, 'Ready')).toContainText('€30.00');
});
