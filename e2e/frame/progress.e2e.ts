import type { Page } from '@playwright/test';
import { progressLingerMs } from '../../src/ui/feedback/route-progress.tsx';
import { expect, hydrated, test } from '../fixtures.ts';

/** Requests of loader data wait until `release` is called: what is shown meanwhile can be looked at without haste. */
async function holdBack(page: Page): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.data*', async (route) => {
    await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** The page's timers stand still from now on: they run only as far as `page.clock.runFor` lets them. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

const bar = (page: Page) => page.getByTestId('route-progress');

test('[UI-01] the progress bar shows on a change of page, goes 100 ms after, and is not there for hashes and visited pages', async ({
  visitor: page,
}) => {
  await page.clock.install();
  await page.goto('/about');
  await hydrated(page);
  const { release } = await holdBack(page);
  const footer = page.getByRole('contentinfo');

  await footer.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  await stopTimers(page);
  release();
  await expect(bar(page)).toHaveClass(/\bdone\b/);
  await page.clock.runFor(progressLingerMs - 1);
  await expect(bar(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(bar(page)).toHaveCount(0);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/faq$/);

  const shown = await countShown(page);
  await footer.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeFocused();
  await page.getByRole('navigation', { name: 'On this page', exact: true }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#/);
  expect(await shown()).toBe(0);
});

test('[UI-01] the progress bar goes 100 ms after a change of page that fails, too', async ({ visitor: page }) => {
  await page.clock.install();
  await page.goto('/about');
  await hydrated(page);
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/browse.data*', async (route) => {
    await failed;
    await route.fulfill({ status: 500, body: 'broken' });
  });
  await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
  await expect(bar(page)).toBeVisible();
  await stopTimers(page);
  fail();
  await expect(bar(page)).toHaveClass(/\bdone\b/);
  await page.clock.runFor(progressLingerMs - 1);
  await expect(bar(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(bar(page)).toHaveCount(0);
  await page.clock.resume();
  await expect(page.locator('[data-error]')).toBeVisible();
});

/** Counts how often the bar comes from now on. */
async function countShown(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let count = 0;
    Object.assign(window, { shownBars: () => count });
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]);
      count += added.filter((node) => node instanceof Element && node.matches('[data-testid=route-progress]')).length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { shownBars: () => number }).shownBars());
}
