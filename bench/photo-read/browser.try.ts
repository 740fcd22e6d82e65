import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';

const url = 'http://127.0.0.1:48731';
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
const context = await browser.newContext({ baseURL: url });
const a = await context.request.post('/api/auth/sign-in/email', {
  data: { email: 'seller@example.test', password: 'near-mint-demo' },
  headers: { origin: url },
});
console.log(a.status());
const page = await context.newPage();
page.on('console', (m) => console.log('console', m.type(), m.text().slice(0, 300)));
page.on('pageerror', (e) => console.log('pageerror', e.message));
page.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText));
page.on(
  'response',
  (r) =>
    /assets.*(tess|worker|eng\.)/.test(r.url()) &&
    console.log(r.status(), r.url().replace(url, ''), r.headers()['content-encoding'], r.headers()['content-length'], r.headers()['cache-control']),
);
await page.goto('/listings/create?step=card');
await page.waitForSelector('html[data-hydrated]');
for (const n of (process.argv[2] ?? '0').split(',')) {
  const t = Date.now();
  await page.locator('input[capture]').last().setInputFiles(`/tmp/pr/photos/${n}.jpg`);
  await page.waitForTimeout(100);
  await page.waitForFunction(
    () =>
      document.querySelector('ol[aria-label="Likely printings"]') ||
      /could not (read|be loaded)/.test(document.querySelector('form[aria-label="List a card"]')?.textContent ?? ''),
    null,
    { timeout: 60000 },
  );
  console.log(n, Date.now() - t, await page.locator('ol[aria-label="Likely printings"]').allInnerTexts());
}
await page.screenshot({ path: '/tmp/pr/create.png', fullPage: true });
await browser.close();
