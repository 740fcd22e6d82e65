import type { Page } from '@playwright/test';
import { expectCleanNow } from '../clean.ts';
import { expect, hydrated, type Person, settledColours, test } from '../fixtures.ts';

interface Mail {
  subject: string;
  text: string;
  links: string[];
}

async function mailsTo(person: Person): Promise<Mail[]> {
  const answer = await person.context.request.get(`/sandbox/mail.json?to=${person.email}`);
  return answer.json();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function list(seller: Person): Promise<string> {
  const body = {
    game: 'other',
    name: `Mailed ${seller.username.slice(-6)}`,
    condition: 'near_mint',
    price: { amount: 1_250, currency: 'EUR' },
  };
  const made = await seller.api('POST', '/api/listings', { ...body, status: 'active' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

/** Buying in the browser has journeys of its own; here it is what mails follow from. */
async function buy(buyer: Person, listingId: string): Promise<string> {
  const placed = await buyer.api('POST', '/api/orders', { listingId });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const paid = await buyer.context.request.post(`${placed.body.checkoutUrl}/pay`, {
    data: { card: '4242424242424242' },
  });
  expect(paid.status()).toBe(200);
  return placed.body.order.id;
}

async function expectClean(page: Page): Promise<void> {
  await settledColours(page);
  await expectCleanNow(page, new URL(page.url()).pathname);
}

test('a seller turns mails of sales off and gets none of the next sale, the buyer has a receipt', async ({
  newMember,
}) => {
  test.setTimeout(90_000);
  const [seller, buyer] = [await newMember(), await newMember()];
  const { page } = seller;
  await open(page, '/settings/notifications');
  await expectClean(page);
  await page.getByRole('checkbox', { name: 'Sales, by email' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const first = await buy(buyer, await list(seller));
  await expect
    .poll(async () => (await mailsTo(buyer)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Receipt: Mailed/));

  // One job writes both letters of a sale, the seller's first: what is not there now never comes. The next sale, with
  // mails on, shows that it would.
  expect((await mailsTo(seller)).filter(({ subject }) => /sold/i.test(subject))).toEqual([]);
  await page.getByRole('checkbox', { name: 'Sales, by email' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await seller.api('GET', '/api/notifications/preferences')).body.mails.sales)
    .toBe(true);
  const second = await buy(buyer, await list(seller));
  await expect
    .poll(async () => (await mailsTo(seller)).filter(({ subject }) => subject.startsWith('You sold')))
    .toHaveLength(1);
  const [sold] = (await mailsTo(seller)).filter(({ subject }) => subject.startsWith('You sold'));
  expect([sold?.text.includes(second), sold?.text.includes(first)]).toEqual([true, false]);
});

test('an email’s link stops its kind without signing in, with one press, with and without scripts', async ({
  newMember,
  browser,
  url,
}) => {
  test.setTimeout(90_000);
  const [seller, buyer] = [await newMember(), await newMember()];
  await buy(buyer, await list(seller));
  await expect
    .poll(async () => (await mailsTo(seller)).some(({ subject }) => subject.startsWith('You sold')))
    .toBe(true);
  const [mail] = (await mailsTo(seller)).filter(({ subject }) => subject.startsWith('You sold'));
  const link = mail?.links.find((found) => found.includes('/unsubscribe?token=')) ?? '';
  const isMailed = async () => (await seller.api('GET', '/api/notifications/preferences')).body.mails;

  for (const javaScriptEnabled of [true, false]) {
    await seller.api('PUT', '/api/notifications/preferences', { mails: { sales: true } });
    const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe');
    const before = await isMailed();
    expect(before.sales).toBe(true);
    if (javaScriptEnabled) await expectClean(page);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
    expect(await isMailed()).toEqual({ ...before, sales: false });
    await page.goto(`${link}x`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link isn’t valid');
    await context.close();
  }
});

test('mails are paused for a week and turned on again; the started pause is the shown choice', async ({
  newMember,
}) => {
  const { page, api } = await newMember();
  await open(page, '/settings/notifications');
  const save = page.getByRole('button', { name: 'Save' });
  const saved = page.getByRole('status').filter({ hasText: 'Saved' });
  await page.getByRole('radio', { name: 'For 1 week' }).check();
  await save.click();
  await expect(page.getByRole('radio', { name: /Keep paused Until .+ days? left/ })).toBeChecked();
  await expect(saved).toBeVisible();
  await expect(save).toBeFocused();
  await expectClean(page);
  // Saved as it stands: leaving asks nothing.
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data' }).click();
  await expect(page).toHaveURL('/settings/data');
  await page.goBack();
  await page.getByRole('radio', { name: 'Resume emails' }).check();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await expect(page.getByRole('radio', { name: 'Not paused' })).toBeChecked();
  expect((await api('GET', '/api/notifications/preferences')).body.pause).toBeNull();
});

test('without scripts the choices are saved by a plain form', async ({ newMember, browser, url }) => {
  const member = await newMember();
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    storageState: await member.context.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/settings/notifications');
  await page.getByRole('checkbox', { name: 'Your listings, by email' }).uncheck();
  await page.getByRole('radio', { name: 'Until resumed' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await member.api('GET', '/api/notifications/preferences')).body).toMatchObject({
    mails: { sales: true, offers: true, purchases: true, messages: true, wanted: true, listings: false },
    pause: { until: null },
  });
  await context.close();
});

test('[UI-07] [RT-11] what is new stands in the bell, the tab and on the icon, until it is read on any device; axe finds nothing in any theme', async ({
  newMember,
}) => {
  test.setTimeout(120_000);
  const [seller, buyer] = [await newMember(), await newMember()];
  const { page } = seller;
  await page.addInitScript(() => {
    navigator.setAppBadge = async (n) => void Object.assign(document.documentElement.dataset, { badge: String(n) });
  });
  await open(page, '/settings/notifications');
  const badge = (n: number) => expect(page.locator('html')).toHaveAttribute('data-badge', String(n));
  const bell = page.getByTestId('counter-notifications');
  await badge(0);
  const wrote = await buyer.api('POST', '/api/threads', { recipientId: seller.id, text: 'Is it still there?' });
  expect(wrote.status).toBe(201);
  await expect(page).toHaveTitle(/^\(1\) Notifications · /);
  await badge(1);
  await expect(bell).toContainText('1');
  // It goes along to the next page, and is of that page there.
  // The bell opens the latest of them; Escape closes the box and returns the focus.
  const link = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  const box = page.getByRole('dialog', { name: 'Notifications' });
  await link.click();
  await expect(box.getByTestId('notification')).toContainText(`New message from ${buyer.username}`);
  await expect(box.getByRole('link', { name: /^Reply to message/ })).toHaveAttribute('href', /^\/messages\//);
  await expectClean(page);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box).toBeVisible();
  // A second press closes it.
  await link.click();
  await expect(box).toBeHidden();
  await link.click();
  await box.getByRole('link', { name: 'View all notifications' }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(box).toBeHidden();
  await expect(page).toHaveTitle(/^\(1\) Notifications · /);
  const entry = page.getByTestId('notification');
  await expect(entry).toHaveAttribute('data-read', 'false');
  await expect(entry).toContainText(`New message from ${buyer.username}`);
  for (const theme of ['light', 'dark', 'midnight']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectClean(page);
    }
  }
  // Read elsewhere: the thread's page on another device would do the same.
  expect((await seller.api('POST', `/api/threads/${wrote.body.id}/read`)).status).toBe(200);
  await expect(entry).toHaveAttribute('data-read', 'true');
  await expect(page).toHaveTitle(/^Notifications · /);
  await badge(0);
  await open(page, '/settings/notifications');
  for (const theme of ['light', 'dark', 'midnight']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectClean(page);
    }
  }
});
