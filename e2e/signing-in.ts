import type { Page } from '@playwright/test';
import { hydrated } from './fixtures.ts';

/** Of every member of a journey. */
export const password = 'correct-horse-battery';

/** Waits for the scripts, which the storage of the redirect record needs. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
}

/** What a visitor was about to do, as the browser keeps it. */
export const record = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('auth_redirect') ?? 'null'));
export const plant = (page: Page, value: unknown) =>
  page.evaluate((text) => localStorage.setItem('auth_redirect', text), JSON.stringify(value));
