import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, settledColours, test } from '../fixtures.ts';

async function list(seller: Person, quantity = 3): Promise<{ id: string; name: string }> {
  const name = `Cartling ${seller.username.slice(-6)}`;
  const made = await seller.api('POST', '/api/listings', {
    game: 'other',
    name,
    condition: 'near_mint',
    price: { amount: 1_250, currency: 'EUR' },
    quantity,
    shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
    status: 'active',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, name };
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
  // 5 cards of 12.50 and two letters.
  await expect(page.getByText('Everything or nothing: €65.50')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 2 in cart' })).toBeVisible();
  await expectCleanNow(page, 'checkout');
  const everything = page.getByRole('radio', { name: /^Everything or nothing/ });
  await everything.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Whatever is still available/ })).toBeChecked();

  // Another device of theirs changes the cart: this page follows.
  await buyer.page.goto('/cart');
  await hydrated(buyer.page);
  await buyer.page.getByRole('button', { name: `Remove from cart: ${name}` }).click();
  await expect(page.getByText('Whatever is still available: €26.50 or less')).toBeVisible();
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
