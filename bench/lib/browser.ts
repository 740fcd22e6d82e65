import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { findChromium } from '../../dev/chromium.ts';

/** Starts headless Chromium with a new profile, and closes it with all its processes. */
export async function withChromium(work: (browser: Browser) => Promise<void>): Promise<void> {
  // Lighthouse's own version.
  const path = createRequire(import.meta.resolve('lighthouse')).resolve('puppeteer-core');
  const { launch } = (await import(path)) as typeof import('puppeteer-core');
  const profile = mkdtempSync(join(tmpdir(), 'sleeved-lighthouse-'));
  try {
    const browser = await launch({
      executablePath: await findChromium(),
      userDataDir: profile,
      defaultViewport: null,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    });
    try {
      await work(browser);
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The path of the most expensive listing; it has photos. */
export async function listingPath(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/listings?limit=1&sort=price_desc`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  if (!items[0]) throw new Error('the market has no listing');
  return `/listings/${items[0].id}`;
}
