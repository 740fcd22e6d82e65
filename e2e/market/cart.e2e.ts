import type { Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, settledColours, test } from '../fixtures.ts';

async function list(seller: Person, quantity = 3, amount = 1_250): Promise<{ id: string; name: string }> {
  const name = `Cartling ${seller.username.slice(-6)}`;
  const made = await seller.api('POST', '/api/listings', {
    game: 'other',
    name,
    condition: 'near_mint',
    price: { amount, currency: 'EUR' },
    quantity,
    shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
    status: 'active',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, name };
}

const home = { name: 'Ada Byron', line1: '12 Rue de Rivoli', city: 'Paris', postalCode: '75001', country: 'FR' };

/** Two methods to France: a letter, and a tracked parcel. */
async function shipTable(seller: Person): Promise<void> {
  const to = (name: string, tracked: boolean, amount: number) => ({
    ...{ destination: 'FR', name, tracked },
    price: { amount, currency: 'EUR' },
  });
  const body = {
    version: 0,
    sendsFrom: 'DE',
    shipDays: 2,
    methods: [to('Letter', false, 150), to('Parcel', true, 690)],
  };
  expect((await seller.api('PUT', '/api/shipping', body)).status).toBe(200);
}

/** The payment page asks for no address: the purchase has one. */
async function payByCard(page: Page, amount: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/stripe\/checkout\//);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry (MM/YY)').fill('12/34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill(home.name);
  await expect(page.getByLabel('City')).toHaveCount(0);
  await page.getByRole('button', { name: `Pay ${amount}` }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/purchases\/\w+/);
}

test('a visitor fills a cart by keyboard alone, signs in, and checks out what two sellers have', async ({
  newMember,
  visitor: page,
}) => {
  test.setTimeout(120_000);
  const [first, second, buyer] = [await newMember(), await newMember(), await newMember()];
  const cards = [await list(first), await list(second)];
  const press = async (name: string | RegExp) => {
    const control = page.getByRole('button', { name });
    await control.focus();
    await page.keyboard.press('Enter');
  };
  for (const [at, { id }] of cards.entries()) {
    await page.goto(`/listings/${id}`);
    await hydrated(page);
    await page.getByLabel(/^Quantity/).focus();
    await page.keyboard.press('ArrowUp');
    await press('Add to cart');
    await expect(page.getByText('Added to cart', { exact: true })).toBeVisible();
    // The number of the header, which a visitor's browser reads from a cookie.
    await expect(page.getByRole('link', { name: `Cart, ${at + 1} in cart` })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Cart, 2 in cart' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await expect(page.getByTestId('cart-line')).toHaveCount(2);
  await settledColours(page);
  await expectCleanNow(page, 'a visitor’s cart');

  const [{ name = '' } = {}] = cards;
  await page.getByLabel(`Quantity of ${name}`).fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 × €12.50')).toBeVisible();
  await press(`Remove from cart: ${name}`);
  const removed = page.getByText(`Removed from cart: ${name}`);
  await expect(removed).toBeVisible();
  await expect(page.getByTestId('cart-line')).toHaveCount(1);
  await press('Undo removal');
  await expect(page.getByTestId('cart-line')).toHaveCount(2);

  await page.getByRole('link', { name: 'Go to checkout' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/auth\/sign-in/);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/checkout/);
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  await expectCleanNow(page, 'checkout without an address');
  expect((await buyer.api('POST', '/api/addresses', home)).status).toBe(201);
  await page.reload();
  await hydrated(page);
  // 5 cards of 12.50 and two letters.
  await expect(page.getByText('All cards or none: €65.50')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 2 in cart' })).toBeVisible();
  await expectCleanNow(page, 'checkout');
  const everything = page.getByRole('radio', { name: /^All cards or none/ });
  await everything.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Only what is still available/ })).toBeChecked();

  // Another device of theirs changes the cart: this page follows.
  await buyer.page.goto('/cart');
  await hydrated(buyer.page);
  await buyer.page.getByRole('button', { name: `Remove from cart: ${name}` }).click();
  await expect(page.getByText('Only what is still available: €26.50 or less')).toBeVisible();
});

test('a buyer buys from 3 sellers by keyboard: a country, a new address, one payment', async ({ newMember }) => {
  test.setTimeout(120_000);
  const [first, second, third, buyer] = [await newMember(), await newMember(), await newMember(), await newMember()];
  for (const seller of [first, second, third]) {
    await shipTable(seller);
    const { id } = await list(seller, 1);
    expect((await buyer.api('POST', '/api/cart/lines', { listingId: id })).status).toBe(200);
  }
  const { page } = buyer;
  await page.goto('/cart');
  await hydrated(page);
  await page.getByLabel('Ship to').focus();
  await page.keyboard.type('Jap');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This seller doesn’t ship to Japan.')).toHaveCount(3);
  await expect(page.getByText('Can’t be shipped to Japan.')).toHaveCount(3);
  await settledColours(page);
  await expectCleanNow(page, 'a cart that can’t be shipped');

  await page.goto('/checkout');
  await hydrated(page);
  // The country of the cart is suggested.
  await expect(page.getByLabel('Country')).toHaveValue('JP');
  await page.getByLabel('Country').focus();
  await page.keyboard.type('France');
  await expect(page.getByLabel('Country')).toHaveValue('FR');
  const fields = ['Full name', 'Street and number', 'Apartment or floor', 'Postal code', 'City'];
  const values = ['Ada Byron', '12 Rue de Rivoli', '', '75001', 'Paris'];
  for (const [at, label] of fields.entries()) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
    await page.keyboard.type(values[at] ?? '');
  }
  await page.getByRole('button', { name: 'Add address' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/address=/);
  // A value from which new sellers ship with tracking: each order has one method. Three cards of 12.50, three parcels.
  await expect(page.getByText('All cards or none: €58.20')).toBeVisible();
  await settledColours(page);
  await expectCleanNow(page, 'checkout of three sellers');
  await page.getByRole('button', { name: 'Continue to payment' }).focus();
  await page.keyboard.press('Enter');
  await payByCard(page, '€58.20');
  const { items } = (await buyer.api('GET', '/api/orders?role=buyer')).body;
  expect(items).toHaveLength(3);
  for (const order of items)
    expect(order).toMatchObject({ status: 'paid', address: home, shipping: { name: 'Parcel' } });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor fills a cart, changes it and brings back what they removed', async ({ newMember, visitor: page }) => {
    const { id, name } = await list(await newMember());
    await page.goto(`/listings/${id}`);
    await page.getByLabel(/^Quantity/).fill('2');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await expect(page.getByText('2 × €12.50')).toBeVisible();
    await page.getByLabel(`Quantity of ${name}`).fill('3');
    await page.getByRole('button', { name: `Update quantity of ${name}` }).click();
    await expect(page.getByText('3 × €12.50')).toBeVisible();
    await page.getByRole('button', { name: `Remove from cart: ${name}` }).click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo removal' }).click();
    await expect(page.getByText('3 × €12.50')).toBeVisible();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(page).toHaveURL(/\/auth\/sign-in\?next=%2Fcheckout/);
  });

  test('a buyer buys from 3 sellers: an address, a dearer method, one payment', async ({
    newMember,
    visitor: page,
  }) => {
    test.setTimeout(120_000);
    const [first, second, third, buyer] = [await newMember(), await newMember(), await newMember(), await newMember()];
    for (const seller of [first, second, third]) {
      await shipTable(seller);
      const { id } = await list(seller, 1, 500);
      expect((await buyer.api('POST', '/api/cart/lines', { listingId: id })).status).toBe(200);
    }
    await page.goto('/auth/sign-in?next=%2Fcheckout');
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password', { exact: true }).fill(buyer.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/checkout/);
    await page.getByLabel('Country').selectOption('FR');
    await page.getByRole('button', { name: 'Add address' }).click();
    // The form comes again with what is missing, in the order of the country.
    await expect(page.getByRole('link', { name: 'Enter a full name.' })).toBeVisible();
    await page.getByLabel('Full name').fill(home.name);
    await page.getByLabel('Street and number').fill(home.line1);
    await page.getByLabel('Postal code').fill(home.postalCode);
    await page.getByLabel('City').fill(home.city);
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(page.getByText('All cards or none: €19.50')).toBeVisible();
    const group = page.locator('section').filter({ has: page.getByRole('heading', { name: second.username }) });
    await group.getByRole('radio', { name: /^Parcel/ }).check();
    await group.getByRole('button', { name: 'Update shipping' }).click();
    await expect(page.getByText('All cards or none: €24.90')).toBeVisible();
    await expect(group.getByText('Shipping: Parcel, tracked')).toBeVisible();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await payByCard(page, '€24.90');
    const { items } = (await buyer.api('GET', '/api/orders?role=buyer')).body;
    expect(items.map((order: { shipping: { name: string } }) => order.shipping.name).toSorted()).toEqual([
      'Letter',
      'Letter',
      'Parcel',
    ]);
  });
});

test('a visitor’s first cards, added one right after the other, are in one cart', async ({
  newMember,
  visitor: page,
}) => {
  const [card] = (await (await page.request.get('/api/catalogue/cards?q=kakuna%20base%20set&game=pokemon')).json())
    .items;
  const sellers = [await newMember(), await newMember(), await newMember()];
  for (const seller of sellers) {
    const made = await seller.api('POST', '/api/listings', {
      catalogueCardId: card.id,
      condition: 'poor',
      price: { amount: 1_000, currency: 'USD' },
      status: 'active',
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  await page.goto(`/cards/${card.id}`);
  await hydrated(page);
  const buttons = sellers.map(({ username }) => page.getByRole('button', { name: `Add to cart from ${username}` }));
  for (const button of buttons) await expect(button).toBeVisible();
  // Before the answer of the first, which brings the cookie of the cart.
  await Promise.all(buttons.map((button) => button.evaluate((each: HTMLButtonElement) => each.click())));
  await expect(page.getByRole('link', { name: 'Cart, 3 in cart' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByTestId('cart-line')).toHaveCount(3);
});
