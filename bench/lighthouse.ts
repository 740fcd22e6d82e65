import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import lighthouse, { startTimespan } from 'lighthouse';
import type { Browser, Page } from 'puppeteer-core';
import { freePort } from '#platform/http/free-port.ts';
import { findChromium } from '../dev/chromium.ts';
import type { Release } from './releases.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** A page that nobody has touched for so long. */
const idleMs = 4_000;

/** Lighthouse's scores (of 100) and times of home, browse and a listing, as a slow phone; medians of the rounds. */
export async function benchLighthouse(releases: readonly Release[], rounds: number, say: (line: string) => void) {
  const rows: string[][] = [];
  const failed = new Set<string>();
  await withChromium(async (browser) => {
    for (const name of ['home', 'browse', 'listing']) {
      const seen = releases.map(() => [] as Visit[]);
      for (let round = 0; round < rounds; round++)
        for (const [at, { app }] of releases.entries()) {
          const paths: Record<string, string> = { home: '/', browse: '/browse' };
          const visit = await visitPage(browser, app.url + (paths[name] ?? (await dearestListing(app.url))));
          seen[at]?.push(visit);
          for (const audit of visit.failedAudits) failed.add(`${name}, ${releases[at]?.name}: ${audit}`);
        }
      for (const [at, visits] of seen.entries()) {
        const of = (read: (visit: Visit) => number, digits = 0) => median(visits.map(read)).toFixed(digits);
        rows.push([
          name,
          releases[at]?.name ?? '',
          ...categories.map((_, n) => of(({ scores }) => scores[n] ?? 0)),
          of(({ lcp }) => lcp),
          of(({ blocked }) => blocked),
          of(({ cls }) => cls, 3),
        ]);
      }
    }
  });
  say(`\n${table(['page', 'release', ...categories, 'LCP ms', 'blocked ms', 'CLS'], rows)}`);
  say('at least 90 for performance, 100 for the others');
  for (const audit of failed) say(audit);
}

/** The first tap on a listing page that has been open for some seconds, on a slow phone: milliseconds until the page answers. */
export async function benchFirstTap(releases: readonly Release[], rounds: number, say: (line: string) => void) {
  const taps = releases.map(() => [] as number[]);
  await withChromium(async (browser) => {
    for (let round = 0; round < rounds; round++)
      for (const [at, { app }] of releases.entries()) taps[at]?.push(await firstTap(browser, app.url + (await dearestListing(app.url))));
  });
  const rows = releases.map(({ name }, at) => [name, median(taps[at] ?? []).toFixed(0), '700']);
  say(`\n${table(['first tap on a listing page', 'ms', 'at most'], rows)}`);
}

interface Visit {
  /** In the order of `categories`. */
  scores: number[];
  /** Milliseconds, but for CLS. */
  lcp: number;
  blocked: number;
  cls: number;
  /** What keeps accessibility, best practices or SEO below 100. */
  failedAudits: string[];
}

async function visitPage(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage();
  const result = await lighthouse(url, { logLevel: 'error', onlyCategories: [...categories] }, undefined, page as never);
  await page.close();
  if (!result) throw new Error(`Lighthouse had no result for ${url}`);
  const { categories: scored, audits } = result.lhr;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failedAudits = categories
    .slice(1)
    .flatMap((id) => scored[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${audits[id]?.title} (${id})`);
  return {
    scores: categories.map((id) => Math.round((scored[id]?.score ?? 0) * 100)),
    lcp: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    failedAudits,
  };
}

async function firstTap(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const settings = { onlyAudits: ['interaction-to-next-paint'], throttlingMode: 'devtools' } as const;
  const config = { extends: 'lighthouse:default', settings } as never;
  const { endTimespan } = await startTimespan(page as never, { config });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await pause(idleMs);
  await chooseTheme(page);
  const result = await endTimespan();
  await page.close();
  return result?.lhr.audits['interaction-to-next-paint']?.numericValue ?? Number.NaN;
}

/** Needs the page's script from the first tap on. */
async function chooseTheme(page: Page): Promise<void> {
  await page.tap('[data-testid=theme-menu] > button');
  await page.tap('[role=menuitemradio]:nth-of-type(3)');
  await page.waitForSelector('html[data-theme=midnight]', { timeout: 60_000 });
}

/** The dearest copy, which has photos. */
async function dearestListing(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/listings?limit=1&sort=price_desc`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const id = items[0]?.id;
  if (!id) throw new Error('there is no listing to look at');
  return `/listings/${id}`;
}

async function withChromium(work: (browser: Browser) => Promise<void>): Promise<void> {
  // The version that Lighthouse itself drives pages with.
  const puppeteer = createRequire(import.meta.resolve('lighthouse')).resolve('puppeteer-core');
  const { connect } = (await import(puppeteer)) as typeof import('puppeteer-core');
  const profile = mkdtempSync(join(tmpdir(), 'sleeved-lighthouse-'));
  const port = await freePort();
  const flags = [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    'about:blank',
  ];
  const chromium = spawn(await findChromium(), flags, { stdio: 'ignore' });
  const exited = new Promise((resolve) => chromium.once('exit', resolve));
  try {
    await untilListening(port);
    const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
    await work(browser);
    await browser.disconnect();
  } finally {
    chromium.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function untilListening(port: number): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))?.ok) return;
    await pause(100);
  }
  throw new Error('Chromium did not start');
}
