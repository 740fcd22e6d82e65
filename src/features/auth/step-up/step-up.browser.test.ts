import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../../../dev/chromium.ts';

/** In a browser, with its own server: the test must move the clock, and all journeys share theirs. */
describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))(
  'a sensitive change in a session of ten minutes ago',
  () => {
    let market: TestMarket;
    let browser: Browser;
    beforeAll(async () => {
      [market, browser] = await Promise.all([
        startTestMarket({ pages: true }),
        findChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
      ]);
    });
    afterAll(() => Promise.all([browser?.close(), market?.close()]));

    test('asks for a proof of identity, names errors, and continues to the change', async () => {
      const { username, email, cookie } = await market.signUp();
      const [name = '', value = ''] = cookie.split('=');
      const context = await browser.newContext({ baseURL: market.url });
      await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
      const page = await context.newPage();
      await page.goto('/settings/security');
      await see(page.getByLabel('New email')).toBeVisible();
      await market.advance(11 * minuteMs);

      // The page stayed open meanwhile: its form is still there, and the server requires the confirmation.
      await page.getByLabel('New email').fill(`new.${email}`);
      await page.getByRole('button', { name: 'Change email' }).click();
      await see(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill('some-other-password');
      await page.getByRole('button', { name: 'Verify identity', exact: true }).click();
      await see(page.locator('#f-password-error')).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: 'Verify identity', exact: true }).click();

      await see(page).toHaveURL('/settings/security');
      await page.getByLabel('New email').fill(`new.${email}`);
      await page.getByRole('button', { name: 'Change email' }).click();
      await see(page.getByRole('heading', { name: `Pending change to new.${email}` })).toBeVisible();
      const { rows } = await market.platform.pool.query(
        'select c.new_email from email_change c join profile p on p.user_id = c.user_id where p.username = $1',
        [username],
      );
      expect(rows).toEqual([{ new_email: `new.${email}` }]);
    });
  },
);
