import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#platform/http/free-port.ts';
import { findChromium } from '../dev/chromium.ts';
import { dearestListing, type Looked, lookAt } from './lighthouse-page.ts';
import { table } from './report.ts';

/**
 * Lighthouse as a slow phone on a running market, or on two of different releases, by turns:
 * `npx node bench/lighthouse.ts http://127.0.0.1:3000 [URL] [--rounds N]`. Scores are judged; what moves with whatever else the machine does is shown, as
 * the median of the rounds.
 */
/** The one that Lighthouse itself drives pages with. */
const { connect }: typeof import('puppeteer-core') = await import(createRequire(import.meta.resolve('lighthouse')).resolve('puppeteer-core'));
const words = process.argv.slice(2);
const rounds = words.includes('--rounds') ? Number(words[words.indexOf('--rounds') + 1]) : 1;
const given = words.filter((word) => word.startsWith('http'));
const markets = given.length > 0 ? given : ['http://127.0.0.1:3000'];
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
const ended = new Promise((resolve) => chromium.once('exit', resolve));
const short: string[] = [];
try {
  await untilListening(port);
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const rows: string[][] = [];
  for (const name of ['home', 'browse', 'listing']) {
    const seen = new Map<string, Looked[]>();
    for (let round = 0; round < rounds; round++)
      for (const base of markets) {
        const looked = await lookAt(browser, base + (name === 'home' ? '/' : name === 'browse' ? '/browse' : await dearestListing(base)));
        seen.set(base, [...(seen.get(base) ?? []), looked]);
        short.push(...looked.short.map((what) => `${name}: ${what}`));
      }
    for (const [key, all] of seen) rows.push([name, key, ...figuresOf(all)]);
  }
  await browser.disconnect();
  const columns = ['page', 'market', 'accessibility', 'best practices', 'SEO', '(speed)', 'LCP ms', 'blocked ms', 'CLS', 'INP ms'];
  process.stdout.write(`${table(columns, rows)}\n${short.length === 0 ? 'all ≥ 95' : [...new Set(short)].join('\n')}\n`);
} finally {
  chromium.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exitCode = short.length === 0 ? 0 : 1;

function figuresOf(all: readonly Looked[]): string[] {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const of = (read: (one: Looked) => number, digits = 0) => median(all.map(read)).toFixed(digits);
  const scores = all[0]?.scores.map((_, n) => of((one) => one.scores[n] ?? 0)) ?? [];
  return [...scores, of(({ lcp }) => lcp), of(({ blocked }) => blocked), of(({ cls }) => cls, 3), of(({ inp }) => inp)];
}

async function untilListening(at: number): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((await fetch(`http://127.0.0.1:${at}/json/version`).catch(() => null))?.ok) return;
    await pause(100);
  }
  throw new Error('Chromium did not start');
}
