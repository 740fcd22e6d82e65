import { type Browser, chromium, expect as see } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../../dev/chromium.ts';

let market: TestMarket;
let browser: Browser;
beforeAll(async () => {
  [market, browser] = await Promise.all([
    startTestMarket({ pages: true }),
    findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
  ]);
});
afterAll(() => Promise.all([browser?.close(), market?.close()]));

test('the API reference works in a browser under the policy of our pages, without requests to third parties', {
  timeout: 90_000,
}, async () => {
  const context = await browser.newContext({ baseURL: market.url });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const answer = await page.goto('/api/docs');
  await see(page.getByRole('link', { name: 'Sleeved', exact: true })).toHaveAttribute('href', '/');
  const fontOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  // The reference renders some hundred calls at once.
  await see(page.locator('.info .title')).toBeVisible({ timeout: 30_000 });
  for (const part of ['.info .title', '.info p', '.scheme-container select', '.opblock-tag'])
    expect([part, await fontOf(part)]).toEqual([part, await fontOf('.brand')]);
  // Every group is there, the last one too.
  await see(page.locator('#operations-tag-live')).toBeVisible({ timeout: 30_000 });
  await page.locator('#operations-tag-catalogue').getByRole('button').first().click();
  const call = page.locator('#operations-catalogue-get_api_catalogue_games');
  await call.locator('.opblock-control-arrow').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  await see(call.locator('.live-responses-table .response td.response-col_status')).toContainText('200');
  expect(requests.filter((address) => !address.startsWith(market.url) && !address.startsWith('data:'))).toEqual([]);
  expect(complaints.filter((text) => !text.includes('/icon.svg') && !text.includes('404'))).toEqual([]);
  const scripts = /script-src ([^;]*)/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1];
  expect(scripts).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]+')+$/);
});

test('its files are compressed for clients that accept gzip', async () => {
  for (const address of ['/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css']) {
    const ask = (coding: string) => fetch(market.url + address, { headers: { 'accept-encoding': coding } });
    const [packed, whole] = await Promise.all([ask('gzip'), ask('identity')]);
    expect([packed.status, packed.headers.get('content-encoding'), whole.headers.get('content-encoding')]).toEqual([
      200,
      'gzip',
      null,
    ]);
    expect(await packed.text()).toBe(await whole.text());
  }
});
