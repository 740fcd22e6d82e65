import type { Page } from '@playwright/test';
import { awake, expect, test } from './fixtures.ts';

interface Shown {
  from: number;
  /** When the change was completed or had failed. */
  done: number;
  to: number;
}

/** Keeps, for each time that the bar was there, when it came, when its work was done and when it went, in the page's own time. */
async function watch(page: Page): Promise<() => Promise<Shown[]>> {
  await page.evaluate(() => {
    const shown: { from: number; done: number; to: number }[] = [];
    Object.assign(window, { shown });
    let now: { from: number; done: number; to: number } | null = null;
    new MutationObserver(() => {
      const bar = document.querySelector('[data-testid=route-progress]');
      if (bar && !now) now = { from: performance.now(), done: 0, to: 0 };
      if (bar?.classList.contains('done') && now?.done === 0) now.done = performance.now();
      if (bar || !now) return;
      shown.push({ ...now, to: performance.now() });
      now = null;
    }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  });
  return () => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);
}

/**
 * The pause itself is a number that the rules' test reads. Here the page is busy with the new page when it begins, so it is seen a little shorter, and on a
 * busy machine longer.
 */
function expectLinger(one: Shown | undefined): void {
  expect(one?.done).toBeGreaterThan(0);
  expect((one?.to ?? 0) - (one?.done ?? 0)).toBeGreaterThanOrEqual(50);
  expect((one?.to ?? 0) - (one?.done ?? 0)).toBeLessThan(5_000);
}

test('[UI-01] the progress bar shows on a change of page, goes 100 ms after, and is not there for hashes and visited pages', async ({
  visitor: page,
}) => {
  await page.goto('/about');
  await awake(page);
  await page.route('**/*.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const shown = await watch(page);
  const footer = page.getByRole('contentinfo');

  await footer.getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByTestId('route-progress')).toBeVisible();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByTestId('route-progress')).toHaveCount(0);
  await expect.poll(async () => (await shown()).length).toBe(1);
  expectLinger((await shown())[0]);

  await footer.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeFocused();
  expect(await shown()).toHaveLength(1);

  await page.getByRole('navigation', { name: 'On this page', exact: true }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#/);
  expect(await shown()).toHaveLength(1);
});

test('[UI-01] the progress bar goes 100 ms after a change of page that fails, too', async ({ visitor: page }) => {
  await page.goto('/about');
  await awake(page);
  await page.route('**/browse.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  const shown = await watch(page);
  await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
  await expect(page.locator('[data-error]')).toBeVisible();
  await expect.poll(async () => (await shown()).length).toBe(1);
  expectLinger((await shown())[0]);
});
