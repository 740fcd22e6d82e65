import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../src/testing/axe.ts';

/** Axe finds nothing on the page as it stands, in any theme. */
export async function expectCleanNow(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page, name)).toEqual([]);
}
