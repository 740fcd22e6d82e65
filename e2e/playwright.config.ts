import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../dev/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './market.ts',
  // As many as CI has cores: with one more, a page takes longer than a journey waits.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  fullyParallel: true,
  // As in vitest.config.ts; what needed its second try is named in the summary.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['line'], ['json']],
  outputDir: '../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Else the browser names no language, as no person's does, and the payment page asks for the country.
    locale: 'en-US',
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
    // Requests that a service worker passes on would go past the journeys' own routes and headers; the journey of the
    // offline page lets it in.
    serviceWorkers: 'block',
    // Recording every journey is work that CI's two cores feel: there the second try of one that failed is recorded.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
