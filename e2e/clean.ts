import { expect, type Page } from '@playwright/test';
import { violationsOf, violationsWideAndNarrow } from '../src/testing/audits/axe.ts';

/** Axe finds nothing on the page as it stands, in any theme. */
export async function expectCleanNow(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page, name)).toEqual([]);
}

/** The same of a wide page and then of it made narrow; it is wide again after it. */
export async function expectCleanWideAndNarrow(page: Page, name: string): Promise<void> {
  expect(await violationsWideAndNarrow(page, name)).toEqual([]);
}

/** The same, and at 320 px nothing is cut off. */
export async function expectCleanAndWhole(page: Page, name: string): Promise<void> {
  // The page that a link leads to is there.
  await expect(page.getByTestId('route-progress')).toBeHidden();
  await expectCleanWideAndNarrow(page, name);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const cut = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([name, cut]).toEqual([name, 0]);
  if (wide) await page.setViewportSize(wide);
}
