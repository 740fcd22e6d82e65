import type { Page } from '@playwright/test';
import { expect, hydrated, type Person, test } from '../fixtures.ts';

/** Counts the live connections of a page and the queries that it has been granted. */
function watchLive(page: Page) {
  const seen = { open: 0, closed: 0, subscribed: 0 };
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/api/realtime')) return;
    seen.open++;
    socket.on('close', () => seen.closed++);
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"type":"subscribed"')) seen.subscribed++;
    });
  });
  return seen;
}

async function listed(seller: Person): Promise<string> {
  const body = {
    game: 'pokemon',
    name: 'Living page',
    condition: 'near_mint',
    price: { amount: 450, currency: 'USD' },
    status: 'active',
  };
  const answer = await seller.api('POST', '/api/listings', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

/** The seller has received the event: a page opened from now on was rendered after it. */
async function listedAndNotified(seller: Person): Promise<string> {
  const frames: string[] = [];
  seller.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await seller.page.goto('/dashboard/listings');
  await expect.poll(() => frames.some((frame) => frame.startsWith('{"type":"subscribed"'))).toBe(true);
  const id = await listed(seller);
  await expect.poll(() => frames.some((frame) => frame.startsWith('{"type":"event"') && frame.includes(id))).toBe(true);
  return id;
}

async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/**
 * What the page of a listing listens to: the listing, and its seller's profile, since a vacation begins and ends on it.
 */
const ofListing = 2;

/** A listing that the page shows and subscribes to. */
async function openListing(page: Page, newMember: () => Promise<Person>) {
  const id = await listed(await newMember());
  const live = watchLive(page);
  await openHydrated(page, `/listings/${id}`);
  await expect.poll(() => live.subscribed).toBe(ofListing);
  return { id, live };
}

async function ordered(buyer: Person, listingId: string): Promise<string> {
  const order = await buyer.api('POST', '/api/orders', { listingId, quantity: 1 });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  return order.body.order.id;
}

test('a bought copy changes live on an open page', async ({ visitor: page, newMember }) => {
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listedAndNotified(seller);
  const live = watchLive(page);
  await page.goto(`/listings/${id}`);
  await expect.poll(() => live.subscribed).toBe(ofListing);
  const buy = page.getByRole('button', { name: /^Buy for/ });
  await expect(buy).toBeVisible();

  const orderId = await ordered(buyer, id);
  await expect(page.getByText('Another buyer has reserved this card.')).toBeVisible();
  await expect(buy).toHaveCount(0);
  expect([live.open, live.subscribed]).toEqual([1, ofListing]);

  await buyer.api('POST', `/api/orders/${orderId}/cancel`, {});
  await expect(buy).toBeVisible();
});

test('[UI-03] [ST-10] [ST-11] a page without a network says so, comes back, and has missed nothing', async ({
  visitor: page,
  context,
  newMember,
}) => {
  const { id } = await openListing(page, newMember);
  const buyer = await newMember();
  const alert = page.getByTestId('connection-alert');
  await expect(alert).toHaveCount(0);

  await context.setOffline(true);
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('heading')).toHaveText('Connection Issue');
  await expect(
    alert.getByText('There was a problem connecting to our database services.', { exact: true }),
  ).toBeVisible();
  // What is on the page stays readable.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Living page');
  await ordered(buyer, id);

  await alert.getByRole('button', { name: 'Retry Connection', exact: true }).click();
  await expect(alert.getByRole('button', { name: 'Reconnecting...', exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(alert).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByText('Another buyer has reserved this card.')).toBeVisible();
});

test('[ST-10] a read of news that gets no answer leaves the page as it is, and is made again', async ({
  visitor: page,
  newMember,
}) => {
  const { id } = await openListing(page, newMember);
  const buyer = await newMember();
  const read = new RegExp(`/listings/${id}\\.data`);
  await page.route(read, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => read.test(request.url()));
  const answered = page.waitForEvent('requestfinished', (request) => read.test(request.url()));

  await ordered(buyer, id);
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Living page');
  await expect(page.getByRole('button', { name: /^Buy for/ })).toBeVisible();
  await answered;
  await expect(page.getByText('Another buyer has reserved this card.')).toBeVisible();
});

test('[LI-09] a page whose session is over finds that out by the next read of its counters, and becomes a visitor’s', async ({
  newMember,
}) => {
  const { page, context } = await newMember();
  const live = watchLive(page);
  await page.clock.install();
  await openHydrated(page, '/');
  await expect.poll(() => live.subscribed).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await context.clearCookies();

  await page.clock.fastForward(5 * 60_000);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[ST-10] a second after the network is back the page opens its connection', async ({
  visitor: page,
  context,
  newMember,
}) => {
  const id = await listed(await newMember());
  const live = watchLive(page);
  await page.clock.install();
  await openHydrated(page, `/listings/${id}`);
  await expect.poll(() => live.subscribed).toBe(ofListing);
  const alert = page.getByTestId('connection-alert');
  await context.setOffline(true);
  await expect(alert).toBeVisible();
  // Longer than the five seconds between two attempts (LI-09).
  await page.clock.fastForward(10_000);
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await page.clock.runFor(900);
  expect(live.open).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(() => live.open).toBe(2);
  await expect(alert).toHaveCount(0);
});

test('[UI-03] a dismissed alert stays away until a connection was made and lost again', async ({
  visitor: page,
  context,
  newMember,
}) => {
  const { live } = await openListing(page, newMember);
  const alert = page.getByTestId('connection-alert');
  await context.setOffline(true);
  await alert.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(alert).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => live.subscribed, { timeout: 15_000 }).toBe(2 * ofListing);
  await expect(alert).toHaveCount(0);
  await context.setOffline(true);
  await expect(alert).toBeVisible();
});

test('[UI-06] a visitor keeps a connection on the page of a listing, and none on a public page', async ({
  visitor: page,
  newMember,
}) => {
  const id = await listed(await newMember());
  const live = watchLive(page);
  await page.goto('/about');
  await hydrated(page);
  expect(live.open).toBe(0);
  await openHydrated(page, `/listings/${id}`);
  await expect.poll(() => live.subscribed).toBe(ofListing);
  await page.evaluate(() => {
    localStorage.setItem('cache:test', '1');
    localStorage.setItem('onboarding_completed', '{}');
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => live.closed, { timeout: 15_000 }).toBe(1);
  expect(
    await page.evaluate(() => [localStorage.getItem('cache:test'), localStorage.getItem('onboarding_completed')]),
  ).toEqual([null, '{}']);
});

test('signing out in another tab ends the connections of this one within a second', async ({ newMember }) => {
  const member = await newMember();
  const id = await listed(member);
  const live = watchLive(member.page);
  await member.page.goto(`/listings/${id}`);
  // The listing, its seller's profile (their vacation), and the counters of the header.
  await expect.poll(() => live.subscribed).toBe(3);
  expect((await member.api('POST', '/api/auth/sign-out')).status).toBe(200);
  await expect.poll(() => live.closed, { timeout: 1_000, intervals: [20] }).toBe(1);
});

test('[UI-03] a password that is changed in this tab leaves its connection, and that of another tab, without an alert', async ({
  newMember,
}) => {
  const member = await newMember();
  const { page, context } = member;
  const other = await context.newPage();
  const [own, beside] = [watchLive(page), watchLive(other)];
  for (const tab of [page, other]) {
    // Seen by the page itself: an alert for a moment would slip through between two looks of ours.
    await tab.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-testid=connection-alert]')) document.documentElement.dataset.alarmed = '';
      }).observe(document, { subtree: true, childList: true });
    });
  }
  await page.goto('/settings/security');
  await other.goto('/dashboard');
  await expect.poll(() => [own.subscribed > 0, beside.subscribed > 0]).toEqual([true, true]);
  const [first, second] = [own.subscribed, beside.subscribed];
  await page.getByLabel('Current password').fill(member.password);
  await page.locator('input[name=newPassword]').fill('another-horse-battery');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  // Asked for again by the new line, under the new cookie.
  await expect.poll(() => [own.closed, own.subscribed > first], { timeout: 15_000 }).toEqual([1, true]);
  await expect.poll(() => [beside.closed, beside.subscribed > second], { timeout: 15_000 }).toEqual([1, true]);
  for (const tab of [page, other]) await expect(tab.locator('html[data-alarmed]')).toHaveCount(0);
});
