import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { violationsOf, violationsWideAndNarrow } from '#testing/audits/axe.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { pagesOfBuild } from '../security/operations/pages.testing.ts';
import { type Looks, looks, prepareLooks, refusing } from './page-looks.testing.ts';

describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('every page', () => {
  let market: TestMarket;
  let prepared: Looks;
  let browser: Browser;
  const contexts = new Map<string, BrowserContext>();
  const tabs = new Map<string, Page>();
  beforeAll(async () => {
    [market, browser] = await Promise.all([
      startTestMarket({ pages: true, env: { TAX_REPORT_COUNTRY: 'DE' } }),
      findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
    ]);
    prepared = await prepareLooks(market);
  }, 120_000);
  afterAll(() => Promise.all([browser?.close(), market?.close()]));

  async function contextOf(who: string): Promise<BrowserContext> {
    const known = contexts.get(who);
    if (known) return known;
    const context = await browser.newContext({ baseURL: market.url, viewport: { width: 1440, height: 900 } });
    contexts.set(who, context);
    const [name = '', value = ''] = (await prepared.cookieOf(who)).split('=');
    if (name) await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
    return context;
  }
  /**
   * Each looks at all their pages in one tab: a process of the browser that has read our script and axe need not do so
   * for every page.
   */
  async function tabOf(who: string): Promise<Page> {
    const tab = tabs.get(who) ?? (await (await contextOf(who)).newPage());
    tabs.set(who, tab);
    return tab;
  }
  test('is covered by a test', async () => {
    const shown = (await pagesOfBuild())
      .filter(({ hasComponent }) => hasComponent)
      .map(({ path }) => path.replace('?index', ''));
    expect([...new Set(shown)].sort()).toEqual(Object.keys(looks).sort());
  });

  test('would show axe what is wrong with it, in each theme', async () => {
    const page = await (await contextOf('visitor')).newPage();
    const styles = 'html { background: #fff; color: #000 } [data-theme=dark] p { color: #bbb }';
    await page.setContent(
      `<html lang="en" data-theme="light"><title>A</title><style>${styles}</style><main><h1>A</h1><img src="/icon.svg"><p>Grey in the dark</p></main>`,
    );
    expect(await violationsOf(page, 'here')).toEqual([
      'here in light: image-alt at img',
      'here in dark: color-contrast at p',
    ]);
    // Axe is there already: nothing is brought in twice, and it sees what has become of the page.
    await page.evaluate(() => document.querySelector('img')?.setAttribute('alt', 'A'));
    expect(await violationsOf(page, 'here')).toEqual(['here in dark: color-contrast at p']);
    // Again, in another width, it sees in the other themes what was not there before or stands in other colours, and
    // that alone.
    await page.evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<div><b id="late">Late</b> <i id="same">Same</i></div>');
      document.head.insertAdjacentHTML(
        'beforeend',
        '<style>i { color: #000 } b { display: none } [data-theme=dark] :is(b, i) { color: #bbb } @media (max-width: 500px) { b { display: inline } }</style>',
      );
    });
    expect(await violationsOf(page, 'here')).toEqual(['here in dark: color-contrast at p | #same']);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual(['here in dark: color-contrast at #late']);
    await page.evaluate(() => document.querySelector('i')?.style.setProperty('background', '#fffffe'));
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual(['here in dark: color-contrast at #same']);
    expect(await violationsOf(page, 'here', { isAgain: true })).toEqual([]);
    await page.close();
  });

  test.each(Object.values(looks).flat())('shows axe nothing in three themes and at two widths: %s', {
    timeout: 60_000,
  }, async (look) => {
    const [who = '', address = ''] = look.split(' ');
    const path = prepared.filled(address);
    const page = await tabOf(who);
    const answer = await page.goto(path);
    if (!refusing.test(path)) expect(answer?.status(), path).toBe(200);
    await see(page.locator('html[data-hydrated]')).toBeAttached();
    // Else it is the page behind a guard that was looked at.
    expect(page.url()).toBe(market.url + path);
    expect(await violationsWideAndNarrow(page, path)).toEqual([]);
  });
});
