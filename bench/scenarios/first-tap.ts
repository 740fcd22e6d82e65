import { setTimeout as pause } from 'node:timers/promises';
import { startTimespan } from 'lighthouse';
import type { Browser } from 'puppeteer-core';
import { listingPath, withChromium } from '../lib/browser.ts';
import type { Release } from '../lib/releases.ts';
import { median } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';

const idleMs = 4_000;

/** Interaction to next paint of the first tap on an idle listing page, on a slow phone. */
export async function benchFirstTap(releases: readonly Release[], rounds: number, say: (line: string) => void) {
  const times = releases.map((): number[] => []);
  await withChromium(async (browser) => {
    for (let round = 0; round < rounds; round++)
      for (const [n, { app }] of releases.entries())
        times[n]?.push(await firstTap(browser, app.url + (await listingPath(app.url))));
  });
  const rows = releases.map(({ name }, n) => [name, median(times[n] ?? []).toFixed(0), '700']);
  say(`\n${table(['first tap on a listing page', 'ms', 'at most'], rows)}`);
}

async function firstTap(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const settings = { onlyAudits: ['interaction-to-next-paint'], throttlingMode: 'devtools' } as const;
  const config = { extends: 'lighthouse:default', settings } as never;
  const { endTimespan } = await startTimespan(page as never, { config });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await pause(idleMs);
  // The theme menu needs the page's script.
  await page.tap('[data-testid=theme-menu] > button');
  await page.tap('[role=menuitemradio]:nth-of-type(3)');
  await page.waitForSelector('html[data-theme=midnight]', { timeout: 60_000 });
  const result = await endTimespan();
  await page.close();
  return result?.lhr.audits['interaction-to-next-paint']?.numericValue ?? Number.NaN;
}
