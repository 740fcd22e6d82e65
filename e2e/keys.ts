import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** More than any page has. */
const mostStops = 200;

/** Goes there Tab by Tab, as a person without a mouse does; fails where no Tab leads there. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stops = 0; stops < mostStops; stops++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${control}.`);
}

/** The same, and Enter on a button or link. */
export async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** The same, and types into a field, or the beginning of an option into a select; what was there is replaced. */
export async function type(page: Page, label: string | RegExp, words: string): Promise<void> {
  const field = page.getByLabel(label, typeof label === 'string' ? { exact: true } : {});
  await tabTo(page, field);
  await page.keyboard.type(words);
}
