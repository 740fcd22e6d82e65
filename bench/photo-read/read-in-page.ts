import type { Browser, Page } from '@playwright/test';
import { cardIdOf } from '#features/catalogue/import/card-id.server.ts';
import type { Game, PhotographedCard } from './cards.ts';

export interface ReadPhoto {
  game: Game;
  card: string;
  isRight: boolean;
  isFirst: boolean;
  offered: string[];
  /** What was said where nothing was offered. */
  said: string;
  /** From the choice of the file to the list, the start of the reader included. */
  ms: number;
  /** Of all of the browser's processes, meanwhile. */
  cpuMs: number;
}

/**
 * One photo through the form, on a page of its own as after each listing; the files of the reader come from the
 * browser's cache but for the first.
 */
export async function readInPage(
  browser: Browser,
  page: Page,
  card: PhotographedCard,
  photo: Buffer,
): Promise<ReadPhoto> {
  await page.goto('/listings/create?step=card');
  await page.waitForSelector('html[data-hydrated]');
  const input = page.getByLabel('Read it from a photo');
  await input.waitFor({ state: 'attached' });
  const cpuBefore = await cpuMs(browser);
  const startedAt = performance.now();
  await input.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo });
  const list = page.getByRole('list', { name: 'Likely printings' });
  const refusal = page.getByRole('alert').filter({ hasText: 'Search by name instead.' });
  await list.or(refusal).waitFor({ timeout: 120_000 });
  const ms = performance.now() - startedAt;
  const used = (await cpuMs(browser)) - cpuBefore;
  const ids = await list
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')?.split('/').at(-1)?.replace('.svg', '')));
  const wanted = cardIdOf(card.game, card.externalId);
  const offered = await list.getByRole('listitem').locator('p').allInnerTexts();
  const said = (await refusal.allInnerTexts()).join(' ');
  return {
    game: card.game,
    card: card.externalId,
    isRight: ids.includes(wanted),
    isFirst: ids[0] === wanted,
    offered,
    said,
    ms,
    cpuMs: used,
  };
}

async function cpuMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
