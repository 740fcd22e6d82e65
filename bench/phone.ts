import { type Browser, chromium, devices, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../dev/chromium.ts';
import { dearestListing, putBack } from './at-once.ts';
import { table } from './report.ts';

/**
 * A visitor's pages on a slow phone (a processor four times slower, 1.6 Mbit/s, 150 ms) of a running market, by turns as they are and with their script
 * started at once: `npx node bench/phone.ts http://127.0.0.1:3000 [--rounds N]`. The second are the same bytes with what was held back put back in place.
 */
const base = process.argv[2] ?? 'http://127.0.0.1:3000';
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 3;
const restMs = 4_000;

interface Seen {
  scriptKb: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** From the tap on a button that needs the script to what it does. */
  press: number;
  inp: number;
}
const columns = ['scriptKb', 'lcp', 'tbt', 'cls', 'press', 'inp'] as const;

async function look(browser: Browser, path: string, isAtOnce: boolean): Promise<Seen> {
  const context = await browser.newContext({ ...devices['Pixel 7'], serviceWorkers: 'block' });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') bytes += (await request.sizes()).responseBodySize;
  });
  await page.route(base + path, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: isAtOnce ? putBack(html) : html });
  });
  await page.addInitScript(watchVitals);
  await page.goto(base + path);
  await page.waitForTimeout(restMs);
  const { lcp, tbt, cls } = await vitals(page);
  const scriptKb = bytes / 1_000;
  const press = await pressed(page);
  await page.waitForTimeout(500);
  const { inp } = await vitals(page);
  await context.close();
  return { scriptKb, lcp, tbt, cls, press, inp };
}

async function pressed(page: Page): Promise<number> {
  const choice = page.getByRole('menuitemradio', { name: 'Midnight' });
  await page
    .getByTestId('theme-menu')
    .getByRole('button')
    .evaluate((button: HTMLElement) => button.click());
  const at = performance.now();
  await choice.tap();
  await page.waitForSelector('html[data-theme=midnight]');
  return performance.now() - at;
}

function watchVitals(): void {
  const seen = { lcp: 0, tbt: 0, cls: 0, inp: 0 };
  Object.assign(window, { vitals: seen });
  const watch = (type: string, hear: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('longtask', ({ duration }) => {
    seen.tbt += duration - 50;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  const event = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0) seen.inp = Math.max(seen.inp, entry.duration);
  };
  watch('event', event, { durationThreshold: 16 });
}

const vitals = (page: Page) => page.evaluate(() => (window as unknown as { vitals: Seen }).vitals);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
const rows: string[][] = [];
for (const pathOf of [() => '/', () => '/browse', dearestListing, () => '/auth/sign-in']) {
  const path = await pathOf(base);
  const seen: Record<string, Seen[]> = { 'at once': [], asleep: [] };
  for (let round = 0; round < rounds; round++) for (const way of Object.keys(seen)) seen[way]?.push(await look(browser, path, way === 'at once'));
  for (const [way, all] of Object.entries(seen)) {
    const figures = columns.map((column) => median(all.map((one) => one[column])).toFixed(column === 'cls' ? 3 : column === 'scriptKb' ? 1 : 0));
    rows.push([path.replace(/\/listings\/.*/, '/listings/:id'), way, ...figures]);
  }
}
await browser.close();
process.stdout.write(`${table(['page', 'script', 'kB before a touch', 'LCP ms', 'blocked ms', 'CLS', 'tap to done ms', 'INP ms'], rows)}\n`);
