import type { BrowserContext, Page } from '@playwright/test';
import { openCuttableProxy } from '../../src/testing/line.ts';
import { expect, hydrated, test } from '../fixtures.ts';

const sentence = 'Couldn’t connect';

async function open(page: Page, path: string): Promise<void> {
  // What says that the network is gone is loaded when the page has come to rest.
  const toaster = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto(path);
  await hydrated(page);
  await toaster;
}

async function pull(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
}

const toast = (page: Page) => page.getByTestId('toast').filter({ hasText: sentence });

test('[UI-03] without a network a form keeps what was typed, and saves it when the network is back', async ({
  newMember,
}) => {
  const { page, context, api } = await newMember();
  await open(page, '/settings');
  await page.getByLabel('Display name').fill('Typed in the tunnel');
  await pull(context, page);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(toast(page)).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('Typed in the tunnel');
  await context.setOffline(false);
  await expect(page.getByTestId('connection-alert')).toHaveCount(0, { timeout: 15_000 });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.poll(async () => (await api('GET', '/api/profile')).body.displayName).toBe('Typed in the tunnel');
});

test('[UI-03] without a network a link and the way back leave the page that can be read', async ({
  visitor: page,
  context,
}) => {
  await open(page, '/about');
  await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
  await expect(page).toHaveURL(/\/browse$/);
  await expect(page.getByTestId('listing-tile').first()).toBeVisible();
  await pull(context, page);
  const tile = page.getByTestId('listing-tile').first();
  await tile.getByRole('link').first().click();
  await expect(toast(page)).toBeVisible();
  await tile.getByRole('button', { name: /^Favorite/ }).click();
  await page.evaluate(() => history.back());
  await expect(tile).toBeVisible();
  await expect(page).toHaveURL(/\/browse$/);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await tile.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/listings\//);
});

test('[UI-03] while only the live connection is lost, pages still open', async ({
  newMember,
  browser,
  url,
  extraHTTPHeaders,
}) => {
  const member = await newMember();
  const context = await browser.newContext({ baseURL: url, ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}) });
  await context.addCookies(await member.context.cookies());
  const page = await context.newPage();
  await page.routeWebSocket(/\/api\/realtime$/, (socket) => socket.close());
  await open(page, '/about');
  await expect(page.getByTestId('connection-alert')).toBeVisible();
  await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
  await expect(page).toHaveURL(/\/browse$/);
  await expect(page.getByTestId('listing-tile').first()).toBeVisible();
  await context.close();
});

test('[UI-03] a visitor’s press on a tile leaves the page that can be read while the server is away, and opens the copy once it is back', async ({
  browser,
  url,
  extraHTTPHeaders,
}) => {
  const line = await openCuttableProxy(url);
  const context = await browser.newContext({ baseURL: line.url, ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}) });
  const page = await context.newPage();
  await open(page, '/browse');
  await line.cut();
  const tile = page.getByTestId('listing-tile').first().getByRole('link').first();
  // The server is probed when the pointer reaches a link; a visitor has no live connection.
  await tile.hover();
  await expect(page.locator('html[data-out-of-reach]')).toBeAttached();
  await tile.click();
  await expect(toast(page)).toBeVisible();
  await expect(page).toHaveURL(/\/browse$/);
  await expect(tile).toBeVisible();
  await line.restore();
  await tile.click();
  await expect(page).toHaveURL(/\/listings\//);
  await hydrated(page);
  await context.close();
  await line.close();
});
