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
