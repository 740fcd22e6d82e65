import { openCuttableProxy } from '../../src/testing/line.ts';
import { expect, hydrated, test } from '../fixtures.ts';

test('a page that cannot be reached is our own, in the theme that was chosen, keeps nothing, and comes with "Try again"', async ({
  browser,
  url,
}) => {
  const line = await openCuttableProxy(url);
  const context = await browser.newContext({ baseURL: line.url, serviceWorkers: 'allow' });
  await context.addCookies([{ name: 'theme', value: 'midnight', url: line.url }]);
  const page = await context.newPage();
  await page.goto('/browse?q=a');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await line.cut();
  const missing = await page.goto('/faq?from=browse');
  expect(missing?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sleeved is unavailable');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  // Its own script and sheet are allowed by its own policy: the network's coming back brings the page.
  await context.setOffline(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  await line.restore();
  const back = page.waitForURL(/\/faq\?from=browse$/, { waitUntil: 'load' });
  await context.setOffline(false);
  await back;
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toHaveCount(0);
  // A visitor's link, with only the server away: the router answers code that can't be fetched by loading the document
  // again in place.
  await line.cut();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sleeved is unavailable');
  await line.restore();
  await page.getByRole('link', { name: 'Try again' }).click();
  await hydrated(page);
  // Where the page's code was fetched ahead, only its data were missing, and it is the new place that is loaded.
  await expect(page).toHaveURL(/\/(faq\?from=browse|about)$/);
  await context.close();
  await line.close();
});
