import type { Locator, Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, test } from '../fixtures.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

async function listed(seller: Person, name: string): Promise<string> {
  const body = { game: 'pokemon', name, condition: 'near_mint', price: usd(1_000), status: 'active' };
  const answer = await seller.api('POST', '/api/listings', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

async function offered(buyer: Person, listingId: string, amount: number): Promise<string> {
  const answer = await buyer.api('POST', `/api/listings/${listingId}/offers`, { amount: usd(amount) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** Goes on by Tab until the thing has the focus, as a keyboard user does. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 presses of ${key} did not reach ${wanted}`);
}

async function pressOn(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('by the keyboard alone: inbox, thread, composer, an offer countered and the counter-offer accepted', async ({
      newMember,
    }) => {
      test.setTimeout(180_000);
      const [seller, buyer] = [await newMember(), await newMember()];
      const id = await listed(seller, 'Card for the keyboard');
      await buyer.api('POST', '/api/threads', {
        recipientId: seller.id,
        listingId: id,
        text: 'Are the corners sharp?',
      });
      await offered(buyer, id, 700);

      const { page } = seller;
      await page.goto('/messages');
      await hydrated(page);
      await expectCleanNow(page, 'the inbox');
      await pressOn(page, page.getByTestId('thread').getByRole('link', { name: buyer.username }));
      await expect(page).toHaveURL(/\/messages\/[0-9a-z]+$/);
      await expect(page.getByTestId('offer-card')).toContainText('$7.00');
      const field = page.getByTestId('composer').getByRole('textbox');
      await tabTo(page, field);
      await page.keyboard.type('All four.');
      await page.keyboard.press('Enter');
      await expect(
        page.getByTestId('message').filter({ hasText: 'All four.' }).getByText('Sent', { exact: true }),
      ).toBeVisible();
      await expect(field).toBeFocused();
      await expectCleanNow(page, 'a thread with an offer');
      await tabTo(page, page.getByTestId('offer-card').getByRole('link', { name: 'Reply to offer' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/offers\?side=received#/);

      const received = page.getByRole('article', { name: 'Offer for Card for the keyboard' });
      await pressOn(page, received.locator('summary', { hasText: 'Counter' }));
      await tabTo(page, received.getByLabel('Your amount'));
      await page.keyboard.type('9');
      await expectCleanNow(page, 'an offer that is being countered');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'Counteroffer sent.' })).toBeVisible();

      await buyer.page.goto('/offers?side=sent');
      await hydrated(buyer.page);
      const answered = buyer.page
        .getByRole('article', { name: 'Offer for Card for the keyboard' })
        .filter({ hasText: 'Your turn to reply' });
      await pressOn(buyer.page, answered.locator('summary', { hasText: 'Accept' }));
      await pressOn(buyer.page, answered.getByRole('button', { name: 'Accept $9.00' }));
      await expect(buyer.page.getByText('Accepted: payment due')).toBeVisible();
      await expectCleanNow(buyer.page, 'an accepted offer');
    });

    test('by the keyboard alone several offers are declined with one reason; taking back is spoken of where one of one’s own is selected', async ({
      newMember,
    }) => {
      test.setTimeout(180_000);
      const [seller, one, other] = [await newMember(), await newMember(), await newMember()];
      const [first, second] = [await listed(seller, 'First of the pile'), await listed(seller, 'Second of the pile')];
      const countered = await offered(one, first, 600);
      expect((await seller.api('POST', `/api/offers/${countered}/counter`, { amount: usd(950) })).status).toBe(200);
      await offered(one, second, 700);
      await offered(other, second, 750);

      const { page } = seller;
      await page.goto('/offers');
      await hydrated(page);
      const form = page.getByRole('form', { name: 'Selected offers' });
      const [decline, withdraw] = ['Decline selected offers', 'Withdraw selected offers'].map((name) =>
        form.getByRole('button', { name }),
      );
      if (!decline || !withdraw) throw new RangeError('two buttons');
      await expect(withdraw).toBeHidden();
      const waiting = page.getByRole('article').filter({ hasText: 'Your turn to reply' });
      await expect(waiting).toHaveCount(2);
      for (const at of [0, 1]) await pressOn(page, waiting.nth(at).getByRole('checkbox'), 'Space');
      await expect(withdraw).toBeHidden();
      await expect(form).toContainText('2 selected');
      await tabTo(page, form.getByLabel('Reason for all selected offers'), 'Shift+Tab');
      await page.keyboard.type('Promised to a friend.');
      await expectCleanNow(page, 'offers that are selected');
      await tabTo(page, decline);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: '2 offers declined.' })).toBeVisible();
      await expect(page.getByRole('article').filter({ hasText: 'Reason: Promised to a friend.' })).toHaveCount(2);

      // A second offer of one's own: now there are several to take back, and only that.
      const again = await offered(other, first, 640);
      expect((await seller.api('POST', `/api/offers/${again}/counter`, { amount: usd(940) })).status).toBe(200);
      const own = page.getByRole('article').filter({ hasText: 'Waiting for the buyer' });
      await expect(own).toHaveCount(2, { timeout: 30_000 });
      await expect(withdraw).toBeHidden();
      for (const at of [0, 1]) await pressOn(page, own.nth(at).getByRole('checkbox'), 'Space');
      await tabTo(page, withdraw, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: '2 offers withdrawn.' })).toBeVisible();
    });

    test('without script a thread is read and answered, and offers are declined, countered, accepted and paid by forms', async ({
      browser,
      url,
      newMember,
      viewport,
      extraHTTPHeaders,
    }) => {
      test.setTimeout(180_000);
      const [seller, one, other] = [await newMember(), await newMember(), await newMember()];
      const [first, second] = [
        await listed(seller, 'Read without script'),
        await listed(seller, 'Sold without script'),
      ];
      await one.api('POST', '/api/threads', { recipientId: seller.id, listingId: first, text: 'Any dents?' });
      await offered(one, first, 600);
      await offered(one, second, 700);
      await offered(other, second, 900);
      const plainPage = async ({ context }: Person) =>
        (
          await browser.newContext({
            baseURL: url,
            viewport,
            javaScriptEnabled: false,
            storageState: await context.storageState(),
            ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
          })
        ).newPage();

      const page = await plainPage(seller);
      await page.goto('/messages');
      await page.getByTestId('thread').filter({ hasText: 'Read without script' }).getByRole('link').click();
      await expect(page.getByTestId('message').filter({ hasText: 'Any dents?' })).toBeVisible();
      await expect(page.getByTestId('offer-card')).toContainText('$6.00');
      await page.getByTestId('composer').getByRole('textbox').fill('None.');
      await page.getByTestId('composer').getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByTestId('message').filter({ hasText: 'None.' })).toHaveCount(1);
      await page.getByTestId('offer-card').getByRole('link', { name: 'Reply to offer' }).click();

      const row = (title: string, sum: string) =>
        page.getByRole('article', { name: `Offer for ${title}` }).filter({ hasText: sum });
      const declined = row('Sold without script', '$7.00');
      await declined.locator('summary', { hasText: 'Decline' }).click();
      await declined.getByLabel('Reason').fill('Too low.');
      await declined.getByRole('button', { name: 'Decline offer' }).click();
      await expect(page.getByText('Offer declined. We sent a notification.')).toBeVisible();
      await expect(row('Sold without script', '$7.00')).toContainText('Reason: Too low.');

      const countered = row('Read without script', '$6.00');
      await countered.locator('summary', { hasText: 'Counter' }).click();
      await countered.getByLabel('Your amount').fill('12');
      await countered.getByRole('button', { name: 'Send counteroffer' }).click();
      await expect(countered.getByRole('alert')).toContainText('Enter at most $');
      await countered.getByLabel('Your amount').fill('8');
      await countered.getByRole('button', { name: 'Send counteroffer' }).click();
      await expect(page.getByText('Counteroffer sent.')).toBeVisible();

      const taken = row('Sold without script', '$9.00');
      await taken.locator('summary', { hasText: 'Accept' }).click();
      await taken.getByRole('button', { name: 'Accept $9.00' }).click();
      await expect(page.getByText('Offer accepted. It’s reserved at that price.')).toBeVisible();
      await page.context().close();

      const paying = await plainPage(other);
      await paying.goto('/offers?side=sent');
      await paying.getByRole('button', { name: 'Continue to payment: Sold without script' }).click();
      await expect(paying).toHaveURL(/\/sandbox\/stripe\//);
      await paying.context().close();
    });
  });

test('an order of several cards appears in the open conversation of its two as it happens, named as of several', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const [seller, buyer] = [await newMember(), await newMember()];
  const ids = [await listed(seller, 'One of the pair'), await listed(seller, 'Other of the pair')];
  const made = await buyer.api('POST', '/api/offers/basket', {
    sellerId: seller.id,
    lines: ids.map((listingId) => ({ listingId })),
    amount: usd(1_600),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const [thread] = (await seller.api('GET', '/api/threads')).body.items;
  const { page } = seller;
  await page.goto(`/messages/${thread.id}`);
  await hydrated(page);
  await expect(page.getByTestId('offer-card')).toContainText('and 1 more');
  expect((await seller.api('POST', `/api/offers/${made.body.id}/accept`)).status).toBe(200);
  await expect(page.getByTestId('offer-card')).toContainText('Accepted: awaiting payment', { timeout: 30_000 });
  expect((await buyer.api('POST', '/api/orders', { offerId: made.body.id })).status).toBe(201);
  const step = page.getByTestId('order-card');
  await expect(step).toContainText('Order placed', { timeout: 30_000 });
  await expect(step.getByRole('link')).toHaveText('One of the pair and 1 more');
});

test('nothing jumps where one has scrolled up when something is said, and one press leads to it', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const [reader, other] = [await newMember(), await newMember()];
  const opened = await other.api('POST', '/api/threads', { recipientId: reader.id, text: 'The first of all' });
  const messages = `/api/threads/${opened.body.id}/messages`;
  for (let n = 0; n < 16; n++)
    for (const each of [reader, other])
      await each.api('POST', messages, { text: `Said as ${n}\nin lines\nof their own` });
  const { page } = reader;
  await page.goto(`/messages/${opened.body.id}`);
  await hydrated(page);
  const list = page.getByRole('region', { name: `Messages with ${other.username}` });
  const first = page.getByTestId('message').filter({ hasText: 'The first of all' });
  await first.scrollIntoViewIfNeeded();
  const placeOf = async () => Math.round((await first.boundingBox())?.y ?? Number.NaN);
  const before = await placeOf();
  await list.focus();
  expect((await other.api('POST', messages, { text: 'Said meanwhile' })).status).toBe(201);
  const more = page.getByRole('button', { name: '1 new message' });
  await expect(more).toBeVisible({ timeout: 30_000 });
  expect(await placeOf()).toBe(before);
  await expect(list).toBeFocused();
  await more.press('Enter');
  await expect(page.getByTestId('message').filter({ hasText: 'Said meanwhile' })).toBeInViewport();
  await expect(more).toHaveCount(0);
});
