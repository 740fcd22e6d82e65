import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../dev/chromium.ts';

/**
 * What the worker of the offline page costs a document (docs/decisions/0014-offline-page.md): loads of one page in turns with it, without it, and with a
 * worker that had to be started first. Medians in milliseconds.
 *
 *   npx node bench/navigation.ts http://127.0.0.1:3000 [loads]
 */
const url = process.argv[2];
const loads = Number(process.argv[3] ?? 60);
if (!url) throw new Error('Name the address of a running market');

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
const [without, withWorker] = [await open(browser, 'block'), await open(browser, 'allow')];
const devtools = await withWorker.context().newCDPSession(withWorker);
await devtools.send('ServiceWorker.enable');
const taken: Record<string, Load[]> = { without: [], 'with it': [], 'with it, started first': [] };
for (let i = 0; i < loads; i++) {
  taken.without?.push(await load(without));
  taken['with it']?.push(await load(withWorker));
  await devtools.send('ServiceWorker.stopAllWorkers');
  taken['with it, started first']?.push(await load(withWorker));
}
console.table(
  Object.fromEntries(
    Object.entries(taken).map(([what, all]) => [
      what,
      {
        'first byte': middle(all.map((one) => one.firstByte)),
        'first paint': middle(all.map((one) => one.paint)),
        loaded: middle(all.map((one) => one.loaded)),
      },
    ]),
  ),
);
await browser.close();

interface Load {
  firstByte: number;
  paint: number;
  loaded: number;
}

async function open(from: Browser, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const page = await (await from.newContext({ baseURL: url, serviceWorkers })).newPage();
  await page.goto('/about');
  if (serviceWorkers === 'allow') {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
  }
  return page;
}

async function load(page: Page): Promise<Load> {
  await page.goto('/about', { waitUntil: 'load' });
  return page.evaluate(
    () =>
      new Promise<Load>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0];
          const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          if (!paint || !document) return;
          observer.disconnect();
          resolve({ firstByte: document.responseStart, paint: paint.startTime, loaded: document.loadEventEnd });
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

function middle(values: number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}
