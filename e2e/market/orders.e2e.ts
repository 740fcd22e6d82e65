import type { Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, settledColours, test } from '../fixtures.ts';

async function list(seller: Person): Promise<{ id: string; name: string }> {
  const name = `Orderling ${seller.username.slice(-6)}`;
  const body = {
    game: 'other',
    name,
    condition: 'near_mint',
    price: { amount: 1_250, currency: 'EUR' },
    shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
  };
  const made = await seller.api('POST', '/api/listings', { ...body, status: 'active' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, name };
}

async function pressBuy(page: Page, listingId: string): Promise<void> {
  await page.goto(`/listings/${listingId}`);
  await page.getByRole('button', { name: 'Buy for €14.00' }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Full name').fill('Ben Buyer');
  await page.getByLabel('Address', { exact: true }).fill('1 Rue de la Paix');
  await page.getByLabel('Postal code').fill('69001');
  await page.getByLabel('City').fill('Lyon');
  await page.getByLabel('Country').selectOption('FR');
  await page.getByRole('button', { name: 'Pay €14.00' }).click();
}

async function expectClean(page: Page): Promise<void> {
  await settledColours(page);
  await expectCleanNow(page, new URL(page.url()).pathname);
}

test('[ST-15] a stranger buys a card: declined, paid, sent, arrived, reviewed, and the other side sees each step as it happens', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const { id, name } = await list(seller);
  await seller.page.goto('/orders?side=selling');
  await hydrated(seller.page);
  await expect(seller.page.getByRole('heading', { name: 'No sales yet' })).toBeVisible();

  const { page } = buyer;
  await pressBuy(page, id);
  await expect(page.getByText('payments are simulated')).toBeVisible();
  await expectClean(page);
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await payWith(page, '4242 4242 4242 4242');
  await page.waitForURL(/\/orders\/\w+\?checkout=done$/);
  await expect(page.getByText('has your address.')).toBeVisible();
  await expect(page).toHaveTitle(/: Preparing to ship · /);
  await expectClean(page);

  // The seller's page is not reloaded.
  await seller.page.getByRole('link', { name, exact: true }).click();
  await expect(seller.page.getByText('1 Rue de la Paix')).toBeVisible();
  await seller.page.getByLabel('Tracking number').fill('6A123');
  await seller.page.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(seller.page.locator('.errs')).toContainText('Enter the carrier.');
  await expectClean(seller.page);
  await seller.page.getByLabel('Carrier').fill('La Poste');
  await seller.page.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(page.getByRole('link', { name: '6A123' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.laposte\.fr\/.*6A123$/,
  );
  await page.getByRole('button', { name: 'Confirm delivery' }).click();
  await expect(seller.page.locator('.ord-head')).toContainText('Delivered');

  // Both say what they think of it, by keyboard; each sees the other's words once both have written.
  const review = (of: Page) => of.getByRole('region', { name: 'Reviews' });
  await review(page).getByRole('button', { name: 'Submit review' }).press('Enter');
  await expect(review(page).locator('.errs')).toContainText('Choose 1 to 5 stars.');
  await expectClean(page);
  await review(page).getByRole('radio', { name: '1 star, Bad' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await review(page).getByLabel('Your review').fill('Well packed.');
  await review(page).getByRole('button', { name: 'Submit review' }).press('Enter');
  await expect(review(page)).toContainText('can see your review after reviewing you');
  await expect(review(page).getByText('4 of 5 stars')).toBeAttached();
  await review(seller.page).getByRole('radio', { name: '5 stars, Excellent' }).check();
  await expect(review(seller.page)).not.toContainText('Well packed.');
  await review(seller.page).getByRole('button', { name: 'Submit review' }).press('Enter');
  await expect(review(seller.page)).toContainText('Well packed.');
  await expect(review(page).getByText('5 of 5 stars')).toBeAttached();
  await review(seller.page).getByText('Reply to review').click();
  await review(seller.page).getByLabel('Your reply').fill('Thank you.');
  await review(seller.page).getByRole('button', { name: 'Send reply' }).click();
  await expect(review(page)).toContainText('Thank you.');
  await page.goto(`/profile/${seller.username}`);
  await expect(page.getByTestId('review')).toContainText('Well packed.');
  await expectClean(page);
  await page.goto(`/listings/${id}`);
  await expect(page.getByText('This card has been sold.')).toBeVisible();
});

test('what a seller types stays while news of the order arrive', async ({ newMember }) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  const { id } = await list(seller);
  await pressBuy(buyer.page, id);
  await payWith(buyer.page, '4242 4242 4242 4242');
  await buyer.page.waitForURL(/\/orders\/\w+\?checkout=done$/);
  const order = new URL(buyer.page.url()).pathname;
  const { page } = seller;
  await page.goto(order);
  await hydrated(page);
  await page.getByLabel('Tracking number').fill('6A123');
  await page.getByText('Refund buyer').first().click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('2.50');
  const asked = await buyer.api('POST', `/api${order}/case/cancellation`, { reason: 'Bought twice.' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await expect(page.locator('#case')).toContainText('asks you to cancel this order');
  await expect(page.getByLabel('Tracking number')).toHaveValue('6A123');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2.50');
});

test('[ST-15] a buyer who leaves the payment page pays later or cancels, and the copy is for sale again', async ({
  newMember,
}) => {
  test.setTimeout(90_000);
  const seller = await newMember();
  const buyer = await newMember();
  const { id } = await list(seller);
  const { page } = buyer;
  await pressBuy(page, id);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.waitForURL(/\/orders\/\w+\?checkout=canceled$/);
  await expect(page.getByText('You haven’t paid yet, and you weren’t charged.')).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: /^Pay [^ ]*\d/ }).click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.goBack();
  await page.getByText('Cancel order').first().click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.locator('.ord-head')).toContainText('Cancelled');
  await page.goto(`/listings/${id}`);
  await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible();
});

test('[ST-15] the way to the payment page is not lost when the news of the own purchase arrives first', async ({
  newMember,
  visitor,
}) => {
  const seller = await newMember();
  const { page } = await newMember();
  const { id } = await list(seller);
  await visitor.goto(`/listings/${id}`);
  await page.route('**/checkout.data*', async (route) => {
    const answer = await route.fetch();
    // Every open page of the listing knows by now, the buyer's too; only the response is under way.
    await expect(visitor.getByText('Reserved.')).toBeVisible();
    await route.fulfill({ response: answer });
  });
  await pressBuy(page, id);
});

test('a seller who edits while a buyer looks: the page says what, the press that was under way buys nothing, the next one buys', async ({
  newMember,
}) => {
  const seller = await newMember();
  const { page } = await newMember();
  const { id } = await list(seller);
  const edit = async (body: unknown) =>
    expect((await seller.api('PATCH', `/api/listings/${id}`, body)).status).toBe(200);
  await page.goto(`/listings/${id}`);
  await hydrated(page);
  await edit({ condition: 'played' });
  await expect(page.getByText('The seller changed the condition since you opened this page.')).toBeVisible();
  await expect(page.getByText('The condition was Near mint and is now Played.')).toBeVisible();
  await page.route('**/checkout.data*', async (route) => {
    await edit({ description: 'And a small crease.' });
    await route.continue();
  });
  const press = page.getByRole('button', { name: 'Buy for €14.00' });
  await press.click();
  await expect(page.getByText('The seller changed the description. Nothing was bought')).toBeVisible();
  await expect(
    page.getByText('The seller changed the condition and the description since you opened this page.'),
  ).toBeVisible();
  await expect(page.getByText('And a small crease.')).toBeVisible();
  await expectClean(page);
  await page.unroute('**/checkout.data*');
  await press.click();
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
});

test.describe('without script', () => {
  test('buying works as plain forms', async ({ browser, url, newMember }) => {
    const seller = await newMember();
    const buyer = await newMember();
    const { id } = await list(seller);
    const context = await browser.newContext({
      baseURL: url,
      javaScriptEnabled: false,
      storageState: await buyer.context.storageState(),
    });
    const page = await context.newPage();
    await pressBuy(page, id);
    await payWith(page, '4242 4242 4242 4242');
    await expect(page.getByText('has your address.')).toBeVisible();
    await context.close();
  });
});

test('the time that is left to pay is counted by the market’s clock, whatever the device’s says', async ({
  newMember,
}) => {
  const [seller, buyer] = [await newMember(), await newMember()];
  const { id } = await list(seller);
  const placed = await buyer.api('POST', '/api/orders', { listingId: id, quantity: 1 });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const { page } = buyer;
  await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
  await page.goto(`/orders/${placed.body.order.id}`);
  await hydrated(page);
  await expect(page.getByText(/^(2[5-9]|30):[0-5][0-9]$/)).toBeVisible();
});
