import { expect, hydrated, type Person, test } from '../fixtures.ts';

async function listed(seller: Person): Promise<string> {
  const body = {
    game: 'pokemon',
    name: 'Card to bargain for',
    condition: 'near_mint',
    price: { amount: 1_000, currency: 'USD' },
    status: 'active',
  };
  const answer = await seller.api('POST', '/api/listings', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

test('[ST-14] [RT-11] an offer is countered and accepted on its page, counted live, and leads to payment at the agreed price', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);
  await seller.page.goto('/dashboard');
  await hydrated(seller.page);
  const made = await buyer.api('POST', `/api/listings/${id}/offers`, {
    amount: { amount: 700, currency: 'USD' },
    message: 'Would you take seven?',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await expect(seller.page.getByTestId('counter-offers')).toHaveText(/^1\b/, { timeout: 30_000 });

  // The seller answers from the row, by the keyboard alone.
  await seller.page.goto('/offers');
  await hydrated(seller.page);
  const received = seller.page.getByRole('article', { name: 'Offer for Card to bargain for' });
  await expect(received).toContainText('Would you take seven?');
  await expect(received).toContainText('70%');
  await expect(received).toContainText('Your turn to reply');
  await received.getByText('Counteroffer', { exact: true }).focus();
  await seller.page.keyboard.press('Enter');
  const amount = received.getByLabel('Your amount');
  await amount.fill('12');
  await amount.press('Enter');
  await expect(received.getByRole('alert')).toContainText('Enter at most $');
  await amount.fill('9');
  await amount.press('Enter');
  await expect(seller.page.getByRole('status').filter({ hasText: 'Counteroffer sent.' })).toBeVisible();

  // The buyer takes it: what it binds to is said first.
  await buyer.page.goto('/offers?side=sent');
  await hydrated(buyer.page);
  const answered = buyer.page
    .getByRole('article', { name: 'Offer for Card to bargain for' })
    .filter({ hasText: 'Your turn to reply' });
  await answered.getByText('Accept', { exact: true }).click();
  await expect(answered).toContainText('One copy is reserved for you at $9.00 plus shipping.');
  await answered.getByRole('button', { name: 'Accept $9.00' }).click();
  await expect(buyer.page.getByText('Accepted: payment due')).toBeVisible();
  await buyer.page.getByRole('button', { name: 'Continue to payment: Card to bargain for' }).click();
  await expect(buyer.page).toHaveURL(/\/sandbox\/stripe\//);
  await expect(buyer.page.getByText('$9.00').first()).toBeVisible();
});

test('[RP-03] [RT-09] [RO-01] a visitor who wants to offer signs in, comes back to the open dialog, is refused beside the field, and offers', async ({
  visitor,
  newMember,
}) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);
  await visitor.goto(`/listings/${id}`);
  await hydrated(visitor);
  await visitor.getByRole('link', { name: 'Make an offer' }).click();
  const dialog = visitor.getByTestId('offer-dialog');
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await visitor.getByLabel('Email').fill(buyer.email);
  await visitor.getByLabel('Password', { exact: true }).fill(buyer.password);
  await visitor.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitor).toHaveURL(`/listings/${id}?action=make_offer`);
  await expect(dialog).toContainText('The seller has 48 hours to reply.');
  const amount = dialog.getByLabel('Offer per card');
  await amount.fill('10.01');
  await amount.press('Enter');
  await expect(dialog.getByText('Enter at most $')).toBeVisible();
  // The seller takes no offers any more, and then does again: what was typed stays in its place, and waits.
  const takesOffers = (acceptsOffers: boolean) => seller.api('PATCH', `/api/listings/${id}`, { acceptsOffers });
  expect((await takesOffers(false)).status).toBe(200);
  await expect(dialog.getByRole('alert')).toContainText('doesn’t accept offers');
  await expect(dialog.getByRole('button', { name: 'Send offer' })).toBeDisabled();
  await expect(amount).toHaveValue('10.01');
  expect((await takesOffers(true)).status).toBe(200);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: '$9.00 90%' }).click();
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(visitor).toHaveURL(/\/offers\?side=sent/);
  await expect(visitor.getByRole('article', { name: 'Offer for Card to bargain for' })).toContainText(
    'Waiting for the seller',
  );
});

test('[RP-03] terms that do not come are said in the dialog and asked for again; whose accepted offer keeps the only copy is led to it', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);
  const terms = '**/offer.data**';
  await buyer.page.route(terms, (route) => route.fulfill({ status: 503, body: '' }));
  await buyer.page.goto(`/listings/${id}?action=make_offer`);
  await hydrated(buyer.page);
  const dialog = buyer.page.getByTestId('offer-dialog');
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t load the offer form.');
  await expect(dialog.getByLabel('Offer per card')).toBeVisible();
  const requested = buyer.page.waitForRequest(terms);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await requested;
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t load the offer form.');
  await buyer.page.unroute(terms);
  // Pressed, unless an event of the listing made the page reload its data, and the terms, before the press.
  const again = dialog.getByRole('button', { name: 'Try again' });
  await again.click({ timeout: 5_000 }).catch(async (late) => {
    if (await again.isVisible()) throw late;
  });
  await expect(dialog).toContainText('The seller has 48 hours to reply.');
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  const made = await buyer.api('POST', `/api/listings/${id}/offers`, { amount: { amount: 900, currency: 'USD' } });
  expect((await seller.api('POST', `/api/offers/${made.body.id}/accept`)).status).toBe(200);
  await buyer.page.goto(`/listings/${id}?action=make_offer`);
  await expect(dialog).toContainText('You agreed on $9.00');
  await expect(dialog.getByRole('link', { name: 'View your offer' })).toBeVisible();
});

test('Escape closes the dialogs of an offer and a message: the focus returns to the link, the typed text is kept', async ({
  newMember,
}) => {
  test.setTimeout(90_000);
  const seller = await newMember();
  const { page } = await newMember();
  await page.goto(`/listings/${await listed(seller)}`);
  await hydrated(page);
  for (const { opener, name, field, typed } of [
    { opener: 'Make an offer', name: 'Make an offer', field: 'Offer per card', typed: '7.50' },
    { opener: 'Message seller', name: /^Message/, field: 'Your message', typed: 'Is the back clean?' },
  ]) {
    const link = page.getByRole('link', { name: opener });
    await link.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByLabel(field).fill(typed);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel(field)).toHaveValue(typed);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
